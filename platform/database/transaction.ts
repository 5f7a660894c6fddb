import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isStalePlan } from './postgres-statements.ts';

/** What PostgreSQL gives up, to be tried again: a serialization failure, a deadlock. */
const givenUp = ['40001', '40P01'];
const TRIES = 5;
const SHORT_MS = 10;

/**
 * As `db.transaction().execute(work)`, but tried again, up to five times, when the database itself gave it up: two
 * transactions waited for each other. `work` may therefore run several times, and does nothing but use `trx`.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  let begun: Transaction<Tables> | undefined;
  const result = await retry(() =>
    db.transaction().execute((trx) => {
      begun = trx;
      return work(trx);
    }),
  );
  for (const follow of (begun && afterwards.get(begun)) ?? []) follow();
  return result;
}

/** Up to five times, while `again` says so: what the database gave up has changed nothing, a statement alone or many. */
export async function retry<Result>(
  work: () => Promise<Result>,
  again: (error: unknown) => boolean = isRetryable,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried === TRIES || !again(error)) throw error;
      // Not in step with whom it met: else they would meet again.
      await pause(Math.random() * SHORT_MS * 2 ** tried);
    }
  }
}

const afterwards = new WeakMap<object, (() => void)[]>();

/** Does this once `trx`, which `inTransaction` has begun, is committed: counting, say. What must not be lost is a row. */
export function afterCommit<Tables>(trx: Transaction<Tables>, follow: () => void): void {
  const known = afterwards.get(trx);
  if (known) known.push(follow);
  else afterwards.set(trx, [follow]);
}

/** For `inTransaction`'s work: what it has read was changed by somebody else before it was written. It is tried again. */
export class ConcurrentUpdateError extends Error {
  override readonly name = 'Overtaken';
  /** A serialization failure, as the database would call it. */
  readonly code = '40001';

  constructor() {
    super('What was read has been changed by somebody else since.');
  }
}

/** To be tried again, as it is: a plan that a migration spoilt too. */
export const isRetryable = (error: unknown): boolean =>
  givenUp.includes((error as { code?: string } | undefined)?.code ?? '') || isStalePlan(error);
