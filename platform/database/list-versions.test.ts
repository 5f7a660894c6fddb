import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../testing/databases.ts';
import { detectDeadlocksSoon } from '../testing/wait-for-lock.ts';
import { createListVersions, createVersionTriggers, type ListVersionTables } from './list-versions.ts';
import { sqlMigration } from './migrate.ts';
import { inTransaction } from './transaction.ts';

const lists = {
  service: 'lists',
  steps: {
    '0001-start': sqlMigration(
      'create table things (id text primary key); create table others (id text primary key)',
    ),
    '0002-versions': {
      up: (db: Parameters<typeof createVersionTriggers>[0]) =>
        createVersionTriggers(db, { things: ['things'], others: ['others'] }),
    },
  },
};
type Tables = ListVersionTables & { things: { id: string }; others: { id: string } };
const noon = Date.UTC(2026, 10, 21, 12);

onBothDatabases([lists], (open) => {
  test('every write raises the version of its list once it has committed, and of no other', async () => {
    await using opened = await open();
    const db = opened.db.withTables<Tables>();
    const versions = createListVersions(db, () => noon);
    const read = async (list: string) => {
      versions.expire();
      return versions.current(list);
    };
    const seen = [await read('things')];
    const others = await read('others');
    await db
      .insertInto('things')
      .values([{ id: 'a' }, { id: 'b' }])
      .execute();
    seen.push(await read('things'));
    await db.updateTable('things').set({ id: 'c' }).where('id', '=', 'a').execute();
    seen.push(await read('things'));
    await db.deleteFrom('things').execute();
    seen.push(await read('things'));
    expect(new Set(seen).size).toBe(4);
    await inTransaction(db, async (trx) => {
      await trx.insertInto('things').values({ id: 'd' }).execute();
      throw new Error('rolled back');
    }).catch(() => {});
    expect([await read('things'), await read('others')]).toEqual([seen.at(-1), others]);
  });

  test('transactions that write both lists in opposite orders all commit', async () => {
    await using opened = await open();
    const db = opened.db.withTables<Tables>();
    const write = (id: string, order: ('things' | 'others')[]) =>
      inTransaction(db, async (trx) => {
        await detectDeadlocksSoon(trx);
        for (const table of order) await trx.insertInto(table).values({ id }).execute();
      });
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        write(`${n}`, n % 2 ? ['things', 'others'] : ['others', 'things']),
      ),
    );
    const { rows } = await sql<{ count: number }>`select count(*) as count from things`.execute(db);
    expect(Number(rows[0]?.count)).toBe(10);
  });

  test('lists that are read together after a write are all current', async () => {
    await using opened = await open();
    const db = opened.db.withTables<Tables>();
    const versions = createListVersions(db, () => noon);
    const before = await versions.current('others');
    await db.insertInto('others').values({ id: 'a' }).execute();
    versions.expire();
    const [, others] = await Promise.all([versions.current('things'), versions.current('others')]);
    expect(others).not.toBe(before);
  });

  test('versions are read again after 0.2 s, after a write of this server, and each minute', async () => {
    await using opened = await open();
    const db = opened.db.withTables<Tables>();
    const now = { ms: noon };
    const versions = createListVersions(db, () => now.ms);
    const before = await versions.current('things');
    await db.insertInto('things').values({ id: 'a' }).execute();
    now.ms += 199;
    expect(versions.current('things')).toBe(before);
    versions.expire();
    const own = await versions.current('things');
    expect(own).not.toBe(before);
    await db.insertInto('things').values({ id: 'b' }).execute();
    now.ms += 200;
    const later = await versions.current('things');
    expect(later).not.toBe(own);
    now.ms += 60_000;
    expect(await versions.current('things')).not.toBe(later);
    const rows = await versions.currentRows('things');
    now.ms += 60_000;
    expect(await versions.currentRows('things')).toBe(rows);
  });
});

test('without a database the last versions remain', async () => {
  const rows = [{ list: 'things', version: 3 }];
  const execute = { execute: async () => rows };
  let isDown = false;
  const db = {
    selectFrom() {
      if (isDown) throw new Error('no database');
      return { select: () => execute };
    },
  };
  const versions = createListVersions(db as never, () => noon);
  const before = await versions.current('things');
  isDown = true;
  versions.expire();
  expect(await versions.current('things')).toBe(before);
  await expect(createListVersions(db as never, () => noon).current('things')).rejects.toThrow('no database');
});
