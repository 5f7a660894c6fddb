import { createHash } from 'node:crypto';
import type { DatabaseError, QueryResult } from 'pg';

/** More texts than the site has; beyond that they go without a name, so that the server's memory is not filled. */
const MOST_NAMED = 500;

/** A text whose plan the server keeps under `name`, on each connection for itself. */
export type Statement = { text: string; values: unknown[]; name?: string };
export type Send = (statement: Statement) => Promise<QueryResult>;
export type Prepared = (text: string, values: readonly unknown[], send: Send) => Promise<QueryResult>;

/**
 * The plan that is kept gives other columns than the table has now: a newer release has changed it. By the server's words
 * or by where it says them, for it may speak another language; by its code alone it would be all that it cannot do.
 */
export function isSpoilt(error: unknown): boolean {
  const { code, routine, message = '' } = (error ?? {}) as Partial<DatabaseError>;
  return code === '0A000' && (routine === 'RevalidateCachedQuery' || message.startsWith('cached plan'));
}

/**
 * Sends texts as prepared statements: the query builder gives the same text for the same query. When one is spoilt it
 * fails once more, and has another name from then on.
 */
export function createPrepared(): Prepared {
  const names = new Map<string, string>();
  let spoilt = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known || names.size >= MOST_NAMED) return known;
    const name = nameFor(text, spoilt);
    names.set(text, name);
    return name;
  }

  return async (text, values, send) => {
    const name = values.length > 0 ? nameOf(text) : undefined;
    try {
      return await send({ text, values: [...values], ...(name && { name }) });
    } catch (error) {
      // Of many that failed at once the first has given it another name.
      if (isSpoilt(error) && names.get(text) === name) {
        names.delete(text);
        spoilt += 1;
      }
      throw error;
    }
  };
}

/** From the text itself: whoever else names statements on the same connection never means another one by it. */
function nameFor(text: string, spoilt: number): string {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return spoilt === 0 ? digest : `${digest}-${spoilt}`;
}
