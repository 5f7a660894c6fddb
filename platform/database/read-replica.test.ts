import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../observability/log.ts';
import { openCuttableConnection } from '../testing/cut-connection.ts';
import { openPostgres } from '../testing/databases.ts';
import { type Database, openReplica } from './open.ts';
import { createReadReplica } from './read-replica.ts';
import type { PlatformTables } from './schema/tables.ts';

const tablesOf = (db: Database) => db.withTables<PlatformTables>();

/** Two databases that are no copies of each other: what is read says where it was read. `line` leads to the replica. */
async function openTwo({ ahead = 0 } = {}) {
  const primary = await openPostgres([]);
  const { db: elsewhere, ...rest } = await openPostgres([]);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(elsewhere);
  const line = await openCuttableConnection(new URL(`/${rows[0]?.name}`, inject('postgresUrl')).href);
  const replica = openReplica({ url: line.url });
  onTestFinished(async () => {
    await replica.destroy();
    await line.cut();
    await rest[Symbol.asyncDispose]();
    await primary[Symbol.asyncDispose]();
  });
  const time = { now: Date.now() };
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const nameAs = (db: Database, value: string) =>
    tablesOf(db).insertInto('platform_secret').values({ name: 'who', value }).execute();
  await nameAs(primary.db, 'primary');
  await nameAs(elsewhere, 'replica');
  const beat = (at = time.now) =>
    tablesOf(elsewhere)
      .insertInto('platform_heartbeat')
      .values({ name: 'replica', at })
      .onConflict((c) => c.column('name').doUpdateSet({ at }))
      .execute();
  await beat(time.now + ahead);
  const reads = createReadReplica({ primary: primary.db, replica, clock: () => time.now, log });
  const who = () =>
    reads.read(
      async (db) => (await tablesOf(db).selectFrom('platform_secret').selectAll().execute())[0]?.value,
    );
  /** A second later, when the replica is looked at anew. */
  const later = async () => {
    time.now += 1000;
    await beat();
    return who();
  };
  return { ...reads, primary: primary.db, elsewhere, line, time, warn, beat, who, later };
}

test('what everybody may see is read from the replica, and for some seconds after a change of this process from the primary', async () => {
  const { who, changed, time, beat } = await openTwo();
  expect(await who()).toBe('replica');
  changed();
  expect(await who()).toBe('primary');
  time.now += 5000;
  await beat();
  expect(await who()).toBe('replica');
});

test('a replica more than three seconds behind is left alone until it has caught up, and logs say so', async () => {
  const { who, later, time, warn } = await openTwo({ ahead: -3001 });
  expect(await who()).toBe('primary');
  time.now += 1000;
  expect(await who()).toBe('primary');
  expect(warn.mock.calls).toEqual([['the read replica is behind: the primary is read']]);
  expect(await later()).toBe('replica');
  expect(warn.mock.calls).toHaveLength(2);
});

test('a replica whose heartbeat was written by a clock that was ahead is left alone until the next', async () => {
  const { who, later } = await openTwo({ ahead: 3_600_000 });
  expect(await who()).toBe('primary');
  expect(await later()).toBe('replica');
});

test('the heartbeat is the time, written to the primary', async () => {
  const { job, primary, time } = await openTwo();
  for (const now of [time.now, time.now + 1000]) {
    time.now = now;
    await job.run();
    expect(await tablesOf(primary).selectFrom('platform_heartbeat').select('at').execute()).toEqual([
      { at: now },
    ]);
  }
});

test('a read that the replica cannot answer is answered by the primary, and so are those of the next second', async () => {
  const { who, later, read, elsewhere } = await openTwo();
  expect(await who()).toBe('replica');
  await elsewhere.schema.alterTable('platform_secret').renameTo('gone').execute();
  expect(await who()).toBe('primary');
  await elsewhere.schema.alterTable('gone').renameTo('platform_secret').execute();
  expect(await who()).toBe('primary');
  expect(await later()).toBe('replica');
  await expect(read(async () => Promise.reject(new Error('wrong everywhere')))).rejects.toThrow(
    'wrong everywhere',
  );
});

test('a replica that is away, or falls silent, is left alone, and read again once it answers', async () => {
  const { who, later, line } = await openTwo();
  await line.cut();
  expect(await later()).toBe('primary');
  await line.mend();
  expect(await later()).toBe('replica');
  const asked = line.silence();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const read = who();
  await asked;
  vi.advanceTimersByTime(2000);
  expect(await read).toBe('primary');
  vi.useRealTimers();
  line.breakOff();
  expect(await later()).toBe('replica');
});
