import type { Db, Trx } from '#server/db/tables.ts';

/**
 * Returns a database that runs `action` once, before its next transaction begins, to simulate a concurrent
 * request.
 */
export function beforeTransaction(db: Db, action: () => Promise<unknown>): Db {
  let hasRun = false;
  const transaction = () => ({
    async execute<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
      if (!hasRun) {
        hasRun = true;
        await action();
      }
      return db.transaction().execute(work);
    },
  });
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
