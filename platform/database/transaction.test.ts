import { sql, type Transaction } from 'kysely';
import { describe, expect, test } from 'vitest';
import { onBothDatabases, openPostgres } from '../testing/databases.ts';
import type { Migrations } from './migrate.ts';
import { afterCommit, inTransaction } from './transaction.ts';

type Tables = { account: { name: string; amount: number } };

const account: Migrations = {
  service: 'test',
  steps: {
    '0001-start': {
      async up(db) {
        await db.schema
          .createTable('account')
          .addColumn('name', 'text', (c) => c.primaryKey())
          .addColumn('amount', 'integer', (c) => c.notNull())
          .execute();
      },
    },
  },
};

const add = (trx: Transaction<Tables>, name: string, amount: number) =>
  trx
    .updateTable('account')
    .set((e) => ({ amount: e('amount', '+', amount) }))
    .where('name', '=', name)
    .execute();

const giveUp = (code: string): never => {
  throw Object.assign(new Error('Try again.'), { code });
};

async function opened(open: Parameters<Parameters<typeof onBothDatabases>[1]>[0]) {
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
  test('what is to be done after the commit is done once, and not at all without one', async () => {
    await using here = await opened(open);
    const done: string[] = [];
    let tries = 0;
    await inTransaction(here.db, async (trx) => {
      tries += 1;
      afterCommit(trx, () => done.push(`first of try ${tries}`));
      await add(trx, 'a', 1);
      afterCommit(trx, () => done.push('second'));
      expect(done).toEqual([]);
      return tries < 3 ? giveUp('40001') : undefined;
    });
    expect(done).toEqual(['first of try 3', 'second']);
    const failing = inTransaction(here.db, async (trx) => {
      afterCommit(trx, () => done.push('never'));
      throw new Error('Changed our mind.');
    });
    await expect(failing).rejects.toThrow('Changed our mind.');
    expect(done).toHaveLength(2);
  });

  test('what was given up leaves nothing, and is tried again until it stands', async () => {
    await using here = await opened(open);
    let tries = 0;
    const answer = await inTransaction(here.db, async (trx) => {
      await add(trx, 'a', 1);
      tries += 1;
      return tries < 4 ? giveUp(tries % 2 ? '40001' : '40P01') : `try ${tries}`;
    });
    expect(answer).toBe('try 4');
    expect(await here.amounts()).toEqual([1, 0]);
  });

  test('it gives up in the end, and every other error ends it at once', async () => {
    await using here = await opened(open);
    const coded = (code: string) => Object.assign(new Error('no'), { code });
    for (const [error, most] of [
      [new Error('no'), 1],
      [coded('23505'), 1],
      [undefined, 1],
      [coded('40P01'), 5],
    ] as const) {
      let tries = 0;
      const given = inTransaction(here.db, async (trx) => {
        await add(trx, 'a', 1);
        tries += 1;
        throw error;
      });
      await expect(given).rejects.toBe(error);
      expect(tries).toBe(most);
    }
    expect(await here.amounts()).toEqual([0, 0]);
  });
});

describe('on PostgreSQL', () => {
  const open = () => opened(() => openPostgres([account]));

  test('two transactions that wait for each other both stand in the end', async () => {
    await using here = await open();
    const met = meeting(2);
    let tries = 0;
    const both = (first: string, second: string) =>
      inTransaction(here.db, async (trx) => {
        tries += 1;
        await sql`set local deadlock_timeout = '20ms'`.execute(trx);
        await add(trx, first, 1);
        await met();
        await add(trx, second, 1);
      });
    await Promise.all([both('a', 'b'), both('b', 'a')]);
    expect(await here.amounts()).toEqual([2, 2]);
    expect(tries).toBe(3);
  });

  test('two that read the same and write it one after the other are not lost to each other', async () => {
    await using here = await open();
    const met = meeting(2);
    let tries = 0;
    const one = () =>
      inTransaction(here.db, async (trx) => {
        tries += 1;
        await sql`set transaction isolation level repeatable read`.execute(trx);
        const { amount } = await trx
          .selectFrom('account')
          .select('amount')
          .where('name', '=', 'a')
          .executeTakeFirstOrThrow();
        await met();
        await trx
          .updateTable('account')
          .set({ amount: amount + 1 })
          .where('name', '=', 'a')
          .execute();
      });
    await Promise.all([one(), one()]);
    expect(await here.amounts()).toEqual([2, 0]);
    expect(tries).toBe(3);
  });
});

/** Each waits until so many have come; who comes later goes on at once. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === size) resolve();
    return promise;
  };
}
