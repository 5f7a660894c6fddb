import { sql, type Transaction } from 'kysely';
import { describe, expect, test } from 'vitest';
import { onBothDatabases, openPostgres } from '../testing/databases.ts';
import { oneTable } from '../testing/items.ts';
import { afterCommit, inTransaction } from './transaction.ts';

type Tables = { account: { name: string; amount: number } };

const account = oneTable('accounts', (schema) =>
  schema
    .createTable('account')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('amount', 'integer', (c) => c.notNull()),
);

const add = (trx: Transaction<Tables>, name: string, amount: number) =>
  trx
    .updateTable('account')
    .set((e) => ({ amount: e('amount', '+', amount) }))
    .where('name', '=', name)
    .execute();

const failRetryably = (code: string): never => {
  throw Object.assign(new Error('Try again.'), { code });
};

async function openAccounts(open: Parameters<Parameters<typeof onBothDatabases>[1]>[0]) {
  const test = await open();
  const db = test.db.withTables<Tables>();
  await db
    .insertInto('account')
    .values([
      { name: 'a', amount: 0 },
      { name: 'b', amount: 0 },
    ])
    .execute();
  const amounts = async () =>
    (await db.selectFrom('account').select('amount').orderBy('name').execute()).map((row) => row.amount);
  return { db, amounts, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}

onBothDatabases([account], (open) => {
  test('runs the callbacks of afterCommit once after the commit, and never without a commit', async () => {
    await using fixture = await openAccounts(open);
    const done: string[] = [];
    let attempts = 0;
    await inTransaction(fixture.db, async (trx) => {
      attempts += 1;
      afterCommit(trx, () => done.push(`first of attempt ${attempts}`));
      await add(trx, 'a', 1);
      afterCommit(trx, () => done.push('second'));
      expect(done).toEqual([]);
      return attempts < 3 ? failRetryably('40001') : undefined;
    });
    expect(done).toEqual(['first of attempt 3', 'second']);
    const failing = inTransaction(fixture.db, async (trx) => {
      afterCommit(trx, () => done.push('never'));
      throw new Error('Canceled.');
    });
    await expect(failing).rejects.toThrow('Canceled.');
    expect(done).toHaveLength(2);
  });

  test('rolls back and retries until the transaction commits', async () => {
    await using fixture = await openAccounts(open);
    let attempts = 0;
    const response = await inTransaction(fixture.db, async (trx) => {
      await add(trx, 'a', 1);
      attempts += 1;
      return attempts < 4 ? failRetryably(attempts % 2 ? '40001' : '40P01') : `attempt ${attempts}`;
    });
    expect(response).toBe('attempt 4');
    expect(await fixture.amounts()).toEqual([1, 0]);
  });

  test('stops after five attempts, and immediately on any other error', async () => {
    await using fixture = await openAccounts(open);
    const coded = (code: string) => Object.assign(new Error('no'), { code });
    for (const [error, expectedAttempts] of [
      [new Error('no'), 1],
      [coded('23505'), 1],
      [undefined, 1],
      [coded('40P01'), 5],
    ] as const) {
      let attempts = 0;
      const attempt = inTransaction(fixture.db, async (trx) => {
        await add(trx, 'a', 1);
        attempts += 1;
        throw error;
      });
      await expect(attempt).rejects.toBe(error);
      expect(attempts).toBe(expectedAttempts);
    }
    expect(await fixture.amounts()).toEqual([0, 0]);
  });
});

describe('on PostgreSQL', () => {
  const open = () => openAccounts(() => openPostgres([account]));

  test('commits both of two transactions that deadlock', async () => {
    await using fixture = await open();
    const reachBarrier = createBarrier(2);
    let attempts = 0;
    const both = (first: string, second: string) =>
      inTransaction(fixture.db, async (trx) => {
        attempts += 1;
        await sql`set local deadlock_timeout = '20ms'`.execute(trx);
        await add(trx, first, 1);
        await reachBarrier();
        await add(trx, second, 1);
      });
    await Promise.all([both('a', 'b'), both('b', 'a')]);
    expect(await fixture.amounts()).toEqual([2, 2]);
    // Two attempts and at least one retry. PostgreSQL may even abort both transactions.
    expect(attempts).toBeGreaterThanOrEqual(3);
  });

  test('loses no update of two transactions that read the same row and then write it', async () => {
    await using fixture = await open();
    const reachBarrier = createBarrier(2);
    let attempts = 0;
    const increment = () =>
      inTransaction(fixture.db, async (trx) => {
        attempts += 1;
        await sql`set transaction isolation level repeatable read`.execute(trx);
        const { amount } = await trx
          .selectFrom('account')
          .select('amount')
          .where('name', '=', 'a')
          .executeTakeFirstOrThrow();
        await reachBarrier();
        await trx
          .updateTable('account')
          .set({ amount: amount + 1 })
          .where('name', '=', 'a')
          .execute();
      });
    await Promise.all([increment(), increment()]);
    expect(await fixture.amounts()).toEqual([2, 0]);
    expect(attempts).toBe(3);
  });
});

/** Creates a function that returns a promise, which resolves at the call number `size`. */
function createBarrier(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrivedCount = 0;
  return () => {
    arrivedCount += 1;
    if (arrivedCount === size) resolve();
    return promise;
  };
}
