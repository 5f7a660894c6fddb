import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { freePort } from '#platform/testing/ports.ts';
import { startS3Server } from '#providers/images/testing/s3-server.ts';
import { type Balancer, startBalancer } from './cluster/balancer.ts';
import { startClinic } from './cluster/clinic.ts';
import { checkConsistency, checkSlots } from './cluster/consistency.ts';
import { query } from './cluster/query.ts';
import { type Replica, startReplica } from './cluster/replica.ts';
import { startTraffic, type Traffic } from './cluster/traffic.ts';

const started = new AsyncDisposableStack();
let folder: string;
let databaseUrl: string;
let replicas: Replica[];
let balancer: Balancer;
let traffic: Traffic;
let clinic: Awaited<ReturnType<typeof startClinic>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-cluster-'));
  started.defer(() => rmSync(folder, { recursive: true }));
  const database = await createPostgresDatabase(inject('postgresUrl'));
  started.defer(database.drop);
  databaseUrl = database.url;
  const s3 = started.use(await startS3Server());
  const port = await freePort();
  const environment = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key of all replicas',
    ...s3.environment,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_SCALE: '1',
  };
  const start = (name: string) => startReplica({ ...environment, DATA_DIR: join(folder, name) });
  // Start the replicas concurrently. One of them migrates the empty database.
  replicas = await Promise.all([start('one'), start('two')]);
  for (const replica of replicas) started.defer(async () => void (await replica.kill()));
  const origins = replicas.map(({ origin }) => origin);
  balancer = await startBalancer(port, origins);
  started.defer(balancer.stop);
  traffic = await startTraffic({ origin: balancer.origin, members: 6, restMs: 100 });
  clinic = await startClinic(database.url, traffic);
});
afterAll(() => started.disposeAsync());

const replica = (index: number) => replicas[index] as Replica;
const responseCount = (index: number) => balancer.responseCount(replica(index).origin);
/** Waits until the replica has sent `more` further responses through the balancer. */
async function waitForResponses(index: number, more = 10): Promise<void> {
  const enough = responseCount(index) + more;
  while (responseCount(index) < enough) await pause(20);
}
const countRows = async (sql: string, values?: unknown[]) =>
  (await query(databaseUrl, sql, values)).rowCount ?? 0;
const errors = () => traffic.attempts.filter(({ outcome }) => outcome === 'broken' || outcome >= 500);

test('loses no request when a replica is restarted', { timeout: 240_000 }, async () => {
  const before = errors().length;
  const stopped = await replica(0).stop();
  expect(stopped.code).toBe(0);
  expect(stopped.ms).toBeLessThan(30_000);
  await replica(0).start();
  await waitForResponses(0);
  expect(errors().slice(before)).toEqual([]);
});

test('loses only the requests in progress, and the locks, of a suspended replica', async () => {
  const crowd = await traffic.createCrowd(4);
  const before = errors().length;
  const working = crowd();
  await waitForResponses(1, 1);
  replica(1).suspend();
  const open =
    "select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'";
  await waitForResponses(0, 30);
  await expect.poll(() => countRows(`${open} and state_change < now() - interval '5 s'`)).toBe(0);
  const member = await traffic.newMember();
  await member.book();
  const resumedAt = replica(1).resume();
  await working;
  await waitForResponses(1);
  expect(
    errors()
      .slice(before)
      .filter(({ sentAt }) => sentAt >= resumedAt),
  ).toEqual([]);
});

test('loses only the requests in progress of a killed replica', async () => {
  const crowd = await traffic.createCrowd(4);
  const before = errors().length;
  const working = crowd();
  await waitForResponses(1, 1);
  const goneAt = await replica(1).kill();
  await working;
  expect(
    errors()
      .slice(before)
      .filter(({ sentAt }) => sentAt >= goneAt),
  ).toEqual([]);
});

test('has lost and duplicated nothing in the end', async () => {
  const { ledger } = traffic;
  while (ledger.chosenSlots === 0 || ledger.movedSlots === 0) await pause(50);
  await clinic.stop();
  await traffic.stop();
  expect(await checkSlots(databaseUrl)).toEqual([]);
  expect(ledger.faults).toEqual([]);
  expect(await checkConsistency(databaseUrl, ledger)).toEqual({ lost: [], duplicated: [] });
  const other = {
    ...ledger,
    booked: new Map([...ledger.booked].slice(1)).set('never made', ''),
    photos: new Map(),
  };
  const found = await checkConsistency(databaseUrl, other);
  expect(found.lost).toEqual(['appointment never made is gone']);
  expect(found.duplicated.length).toBeGreaterThanOrEqual(ledger.photos.size);
  for (const count of [ledger.booked, ledger.canceled, ledger.paid, ledger.photos])
    expect(count.size).toBeGreaterThan(0);
});
