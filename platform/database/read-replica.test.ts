import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../observability/log.ts';
import { openCuttableConnection } from '../testing/cut-connection.ts';
import { openPostgres } from '../testing/databases.ts';
import { type Database, openReplica } from './open.ts';
import { createReadReplica } from './read-replica.ts';
import type { PlatformTables } from './schema/tables.ts';

const tablesOf = (db: Database) => db.withTables<PlatformTables>();

/** Two databases with different data, so that a read shows which one it used. `connection` leads to the replica. */
async function openPrimaryAndReplica({ clockAheadMs = 0 } = {}) {
  const primary = await openPostgres([]);
  const { db: replicaData, ...rest } = await openPostgres([]);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(replicaData);
  const connection = await openCuttableConnection(new URL(`/${rows[0]?.name}`, inject('postgresUrl')).href);
  const replica = openReplica({ url: connection.url });
  onTestFinished(async () => {
    await replica.destroy();
    await connection.cut();
    await rest[Symbol.asyncDispose]();
    await primary[Symbol.asyncDispose]();
  });
  const time = { now: Date.now() };
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const setName = (db: Database, value: string) =>
    tablesOf(db).insertInto('platform_secret').values({ name: 'who', value }).execute();
  await setName(primary.db, 'primary');
  await setName(replicaData, 'replica');
  const writeHeartbeat = (at = time.now) =>
    tablesOf(replicaData)
      .insertInto('platform_heartbeat')
      .values({ name: 'replica', at })
      .onConflict((c) => c.column('name').doUpdateSet({ at }))
      .execute();
  await writeHeartbeat(time.now + clockAheadMs);
  const reads = createReadReplica({ primary: primary.db, replica, clock: () => time.now, log });
  const readName = () =>
    reads.read(
      async (db) => (await tablesOf(db).selectFrom('platform_secret').selectAll().execute())[0]?.value,
    );
  /** Reads a second later, after the next check of the replica. */
  const readNameLater = async () => {
    time.now += 1000;
    await writeHeartbeat();
    return readName();
  };
  return {
    ...reads,
    primary: primary.db,
    replicaData,
    connection,
    time,
    warn,
    writeHeartbeat,
    readName,
    readNameLater,
  };
}

test('reads from the replica, and from the primary for some seconds after a change by this process', async () => {
  const { readName, changed, time, writeHeartbeat } = await openPrimaryAndReplica();
  expect(await readName()).toBe('replica');
  changed();
  expect(await readName()).toBe('primary');
  time.now += 5000;
  await writeHeartbeat();
  expect(await readName()).toBe('replica');
});

test('does not use a replica with more than three seconds of lag, and logs that', async () => {
  const { readName, readNameLater, time, warn } = await openPrimaryAndReplica({ clockAheadMs: -3001 });
  expect(await readName()).toBe('primary');
  time.now += 1000;
  expect(await readName()).toBe('primary');
  expect(warn.mock.calls).toEqual([['the read replica is behind: reading from the primary']]);
  expect(await readNameLater()).toBe('replica');
  expect(warn.mock.calls).toHaveLength(2);
});

test('does not use a replica whose heartbeat is in the future', async () => {
  const { readName, readNameLater } = await openPrimaryAndReplica({ clockAheadMs: 3_600_000 });
  expect(await readName()).toBe('primary');
  expect(await readNameLater()).toBe('replica');
});

test('writes the time to the primary as heartbeat', async () => {
  const { job, primary, time } = await openPrimaryAndReplica();
  for (const now of [time.now, time.now + 1000]) {
    time.now = now;
    await job.run();
    expect(await tablesOf(primary).selectFrom('platform_heartbeat').select('at').execute()).toEqual([
      { at: now },
    ]);
  }
});

test('repeats a failed read on the primary, and uses the primary for the next second', async () => {
  const { readName, readNameLater, read, replicaData } = await openPrimaryAndReplica();
  expect(await readName()).toBe('replica');
  await replicaData.schema.alterTable('platform_secret').renameTo('gone').execute();
  expect(await readName()).toBe('primary');
  await replicaData.schema.alterTable('gone').renameTo('platform_secret').execute();
  expect(await readName()).toBe('primary');
  expect(await readNameLater()).toBe('replica');
  await expect(read(async () => Promise.reject(new Error('wrong everywhere')))).rejects.toThrow(
    'wrong everywhere',
  );
});

test('does not use a replica that is down or silent until it responds again', async () => {
  const { readName, readNameLater, connection } = await openPrimaryAndReplica();
  await connection.cut();
  expect(await readNameLater()).toBe('primary');
  await connection.restore();
  expect(await readNameLater()).toBe('replica');
  const requestSent = connection.silence();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const read = readName();
  await requestSent;
  vi.advanceTimersByTime(2000);
  expect(await read).toBe('primary');
  vi.useRealTimers();
  connection.disconnectAll();
  expect(await readNameLater()).toBe('replica');
});
