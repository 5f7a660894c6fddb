import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isStalePlan } from './postgres-statements.ts';

/** PostgreSQL's codes for a serialization failure and a deadlock. */
const retryableCodes = ['40001', '40P01'];
const MAX_ATTEMPTS = 5;
const BASE_DELAY_MS = 10;

/**
 * Runs `db.transaction().execute(work)` up to five times, until no deadlock or serialization failure occurs.
 * `work` must use only `trx`, because it may run several times.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  let lastTransaction: Transaction<Tables> | undefined;
  const result = await retryWhile(() =>
    db.transaction().execute((trx) => {
      lastTransaction = trx;
      return work(trx);
    }),
  );
  for (const callback of (lastTransaction && commitCallbacks.get(lastTransaction)) ?? []) callback();
  return result;
}

/**
 * Runs `work` up to five times while `shouldRetry` returns true. A retryable error means that nothing was
 * changed.
 */
export async function retryWhile<Result>(
  work: () => Promise<Result>,
  shouldRetry: (error: unknown) => boolean = isRetryable,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !shouldRetry(error)) throw error;
      // Random delay, so that conflicting transactions do not collide again.
      await pause(Math.random() * BASE_DELAY_MS * 2 ** attempt);
    }
  }
}

const commitCallbacks = new WeakMap<object, (() => void)[]>();

/**
 * Calls `callback` once `trx`, started by `inTransaction`, has committed. A crash loses the call, so use it
 * for metrics, and the outbox for anything that must happen.
 */
export function afterCommit<Tables>(trx: Transaction<Tables>, callback: () => void): void {
  const callbacks = commitCallbacks.get(trx);
  if (callbacks) callbacks.push(callback);
  else commitCallbacks.set(trx, [callback]);
}

/**
 * Thrown in `inTransaction` when another transaction has changed a row that was read. The work is retried.
 */
export class ConcurrentUpdateError extends Error {
  override readonly name = 'ConcurrentUpdateError';
  /** PostgreSQL's code for a serialization failure. */
  readonly code = '40001';

  constructor() {
    super('Another transaction has changed a row that was read.');
  }
}

/** Returns whether the same work can be retried. This includes a plan that a migration made stale. */
export const isRetryable = (error: unknown): boolean =>
  retryableCodes.includes((error as { code?: string } | undefined)?.code ?? '') || isStalePlan(error);
