import type { Db, Trx } from '#server/db/tables.ts';

/**
 * Returns the database with an action that runs once, before the next transaction begins: what others may do
 * in between.
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
