import { createHash } from 'node:crypto';
import type { DatabaseError, Pool, PoolClient, QueryResult } from 'pg';

/** More texts than the site has; beyond that they go without a name, so that the server's memory is not filled. */
const MOST_NAMED = 500;

/** A text whose plan the server keeps under `name`, on each connection for itself. */
export type Statement = { text: string; values: unknown[]; name?: string };
type Send = (statement: Statement) => Promise<QueryResult>;
export type Prepared = (text: string, values: readonly unknown[], send: Send) => Promise<QueryResult>;

/**
 * The plan that is kept gives other columns than the table has now: a newer release has changed it. By the server's words
 * or by where it says them, for it may speak another language; by its code alone it would be all that it cannot do.
 */
export function isStalePlan(error: unknown): boolean {
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
    // From the text itself: whoever else names statements on the same connection never means another one by it.
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const name = spoilt === 0 ? digest : `${digest}-${spoilt}`;
    names.set(text, name);
    return name;
  }

  return async (text, values, send) => {
    const name = values.length > 0 ? nameOf(text) : undefined;
    try {
      return await send({ text, values: [...values], ...(name && { name }) });
    } catch (error) {
      // Of many that failed at once the first has given it another name.
      if (isStalePlan(error) && names.get(text) === name) {
        names.delete(text);
        spoilt += 1;
      }
      throw error;
    }
  };
}

type Shared = { client: Promise<PoolClient>; underWay: number };

/**
 * Runs single statements on up to `most` connections of the pool. Who would have to wait for one goes behind another
 * on the same line (pipelining) and is sent at once: that takes half the work of a line for each.
 */
export function createSharing(pool: Pool, most: number): Send {
  const all: Shared[] = [];

  function leastBusy(): Shared {
    const [first, ...others] = all;
    const least = others.reduce(
      (least, each) => (each.underWay < least?.underWay ? each : least),
      first as Shared,
    );
    if (least && (least.underWay === 0 || all.length >= most)) return least;
    const added = { client: pool.connect(), underWay: 0 };
    all.push(added);
    return added;
  }

  /** A connection that nobody uses goes back to the pool; one that is broken does not. */
  function leave(shared: Shared, client: PoolClient | undefined, broken: boolean): void {
    shared.underWay -= 1;
    const place = all.indexOf(shared);
    if (place >= 0 && (broken || shared.underWay === 0)) all.splice(place, 1);
    if (shared.underWay === 0) client?.release(broken);
  }

  return async (statement) => {
    const shared = leastBusy();
    shared.underWay += 1;
    let client: PoolClient | undefined;
    let broken = true;
    try {
      client = await shared.client;
      sendTogether(client);
      const result = await client.query(statement);
      broken = false;
      return result;
    } catch (error) {
      // The server's own word comes with a code of five signs; a broken line has another or none.
      broken = (error as { severity?: string }).severity !== 'ERROR';
      throw error;
    } finally {
      leave(shared, client, broken);
    }
  };
}

/** What is asked for in one turn of the event loop goes in one piece: each sending costs more than the statement. */
function sendTogether(client: PoolClient): void {
  const { stream } = client.connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
