import { expect, onTestFinished, test, vi } from 'vitest';
import type { Log } from '../logs.ts';
import { createLog } from '../logs.ts';
import { platformMigrations } from '../schema/migrations.ts';
import type { PlatformTables } from '../schema/tables.ts';
import { openCutLine } from '../testing/cut-line.ts';
import { openPostgres } from '../testing/databases.ts';
import { startPostgres } from '../testing/postgres-server.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase, openReplica } from './open.ts';
import { createReadReplica } from './read-replica.ts';

/** Two databases that are no copies of each other: what is read says where it was read. */
async function openTwo({ ahead = 0 } = {}) {
  const primary = await openPostgres([]);
  const elsewhere = await openPostgres([]);
  const time = { now: Date.now() };
  const log: Log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  for (const [{ db }, name] of [
    [primary, 'primary'],
    [elsewhere, 'replica'],
  ] as const)
    await db
      .withTables<PlatformTables>()
      .insertInto('platform_secret')
      .values({ name: 'who', value: name })
      .execute();
  const beat = (at: number) =>
    elsewhere.db
      .withTables<PlatformTables>()
      .insertInto('platform_heartbeat')
      .values({ name: 'replica', at })
      .onConflict((c) => c.column('name').doUpdateSet({ at }))
      .execute();
  await beat(time.now + ahead);
  const replica = createReadReplica({
    primary: primary.db,
    replica: elsewhere.db,
    clock: () => time.now,
    log,
  });
  onTestFinished(async () => {
    await primary[Symbol.asyncDispose]();
    await elsewhere[Symbol.asyncDispose]();
  });
  return { ...replica, elsewhere, time, warn, beat, who: () => replica.read(who) };
}

const who = async (db: Database) =>
  (
    await db
      .withTables<PlatformTables>()
      .selectFrom('platform_secret')
      .select('value')
      .executeTakeFirstOrThrow()
  ).value;

test('what everybody may see is read from the replica', async () => {
  const { who } = await openTwo();
  expect(await who()).toBe('replica');
});

test('for some seconds after a change of this process the primary is read', async () => {
  const { who, changed, time, beat } = await openTwo();
  changed();
  expect(await who()).toBe('primary');
  time.now += 5000;
  await beat(time.now);
  expect(await who()).toBe('replica');
});

test('a replica more than three seconds behind is left alone until it has caught up, and logs say so', async () => {
  const { who, time, beat, warn } = await openTwo({ ahead: -3001 });
  expect(await who()).toBe('primary');
  time.now += 1000;
  expect(await who()).toBe('primary');
  expect(warn.mock.calls).toEqual([['the read replica is behind: the primary is read']]);
  await beat(time.now);
  time.now += 1000;
  expect(await who()).toBe('replica');
  expect(warn.mock.calls).toHaveLength(2);
});

test('a replica whose heartbeat was written by a clock that was ahead is left alone until the next', async () => {
  const { who, time, beat } = await openTwo({ ahead: 3_600_000 });
  expect(await who()).toBe('primary');
  time.now += 1000;
  await beat(time.now);
  expect(await who()).toBe('replica');
});

test('a read that the replica cannot answer is answered by the primary, and so are those of the next second', async () => {
  const { who, read, time, elsewhere, beat } = await openTwo();
  expect(await who()).toBe('replica');
  await elsewhere.db.schema.alterTable('platform_secret').renameTo('gone').execute();
  expect(await who()).toBe('primary');
  await elsewhere.db.schema.alterTable('gone').renameTo('platform_secret').execute();
  expect(await who()).toBe('primary');
  time.now += 1000;
  await beat(time.now);
  expect(await who()).toBe('replica');
  await expect(read(async () => Promise.reject(new Error('wrong everywhere')))).rejects.toThrow(
    'wrong everywhere',
  );
});

test('PostgreSQL and its standby: the replica follows, falls away, and is read again', {
  timeout: 240_000,
}, async () => {
  const server = await startPostgres();
  const standby = await server.startStandby();
  const line = await openCutLine(standby.url);
  const primary = await openDatabase({ url: server.url });
  const replica = openReplica({ url: line.url });
  await migrate(primary, [platformMigrations]);
  const log = createLog('silent');
  const { read, job } = createReadReplica({ primary, replica, clock: Date.now, log });
  const from = async (db: Database) => (db === replica ? 'replica' : 'primary');
  const both = async (db: Database) => {
    await who(db);
    return from(db);
  };
  await primary
    .withTables<PlatformTables>()
    .insertInto('platform_secret')
    .values({ name: 'who', value: 'it' })
    .execute();
  const untilReadFrom = (place: string) =>
    vi.waitFor(
      async () => {
        await job.run();
        expect(await read(both)).toBe(place);
      },
      { timeout: 60_000, interval: 100 },
    );
  await untilReadFrom('replica');
  await expect(replica.withTables<PlatformTables>().deleteFrom('platform_secret').execute()).rejects.toThrow(
    /read-only/,
  );
  await line.cut();
  await untilReadFrom('primary');
  await line.mend();
  await untilReadFrom('replica');
  await line.silence();
  expect(await read(both)).toBe('primary');
  line.breakOff();
  await untilReadFrom('replica');
  await replica.destroy();
  await line.cut();
  await primary.destroy();
  await standby.stop();
  await server.stop();
});
