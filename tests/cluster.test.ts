import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { freePort } from '#platform/testing/ports.ts';
import { startS3Server } from '#providers/images/testing/s3-server.ts';
import { type Balancer, startBalancer } from './cluster/balancer.ts';
import { startClinic } from './cluster/clinic.ts';
import { checkConsistency, checkPlaces } from './cluster/consistency.ts';
import { responseContains, statusOf, waitForAllReplicas } from './cluster/poll-replicas.ts';
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
  // Both at once: one of them migrates the empty database.
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
const origins = () => replicas.map(({ origin }) => origin);
const responseCount = (index: number) => balancer.responseCount(replica(index).origin);
/** Waits until that replica has sent that many more responses through the balancer. */
async function waitForResponses(index: number, more = 10): Promise<void> {
  const enough = responseCount(index) + more;
  while (responseCount(index) < enough) await pause(20);
}
const countRows = async (sql: string, values?: unknown[]) =>
  (await query(databaseUrl, sql, values)).rowCount ?? 0;
const hasQueuedEmail = async () =>
  (await countRows('select id from platform_outbox where kind = $1', ['mail-if-confirmed'])) > 0;
const errors = () => traffic.attempts.filter(({ outcome }) => outcome === 'broken' || outcome >= 500);

test('shares rate limits between replicas', async () => {
  const { email } = await traffic.newMember();
  const guess = async (index: number) => {
    const url = `${replica(index).origin}/identity/v1/accounts:signInWithPassword?key=${traffic.config.identity.apiKey}`;
    const body = JSON.stringify({ email, password: 'a wrong guess', returnSecureToken: true });
    const headers = { 'Content-Type': 'application/json' };
    const response = (await (await fetch(url, { method: 'POST', headers, body })).json()) as {
      error: { message: string };
    };
    return response.error.message.split(' ')[0];
  };
  const guesses = await Promise.all(Array.from({ length: 10 }, (_, n) => guess(n < 7 ? 0 : 1)));
  expect(new Set(guesses)).not.toContain('TOO_MANY_ATTEMPTS_TRY_LATER');
  expect([await guess(0), await guess(1)]).toEqual(Array(2).fill('TOO_MANY_ATTEMPTS_TRY_LATER'));
});

test('rejects a revoked token on all replicas within 5 s', async () => {
  const member = await traffic.newMember();
  const status = (origin: string, token = member.token()) =>
    statusOf(`${origin}/api/appointments?email=${member.email}`, token);
  expect(await Promise.all(origins().map((origin) => status(origin)))).toEqual([200, 200]);
  const token = await member.signOut();
  const ms = await waitForAllReplicas(origins(), async (origin) => (await status(origin, token)) === 403);
  expect(ms).toBeLessThan(5000);
});

test('shows a new photo and a new review on all replicas within 5 s', async () => {
  const member = await traffic.newMember();
  const before = new Set(traffic.ledger.photos.keys());
  await member.addPhoto();
  const added = [...traffic.ledger.photos.keys()].find((id) => !before.has(id)) ?? 'none';
  const photo = await waitForAllReplicas(origins(), (origin) =>
    responseContains(`${origin}/api/photo?limit=24`, added),
  );
  await query(
    databaseUrl,
    `insert into reviews (id, member_type, view_context, image, name, email)
    values ('r1', 'Donor', 'Every replica lists me.', '', 'Rahim Uddin', 'rahim@example.org')`,
  );
  const review = await waitForAllReplicas(origins(), (origin) =>
    responseContains(`${origin}/api/reviews`, 'Every replica'),
  );
  expect(Math.max(photo, review)).toBeLessThan(5000);
});

test('sends each email once with two replicas', async () => {
  const member = await traffic.newMember();
  const emails = () =>
    ['one', 'two'].flatMap((name) => {
      const outbox = join(folder, name, 'outbox');
      const files = readdirSync(outbox).filter((file) => file.endsWith('.eml'));
      return files.filter((file) => readFileSync(join(outbox, file), 'utf8').includes(`To: ${member.email}`));
    });
  await query(databaseUrl, `update identity_email set verified = 1 where email = '${member.email}'`);
  for (let n = 0; n < 6; n += 1) await member.book();
  for (let n = 0; n < 6; n += 1) await member.pay();
  while (await hasQueuedEmail()) await pause(50);
  expect(emails()).toHaveLength(6);
});

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
  while (ledger.chosenPlaces === 0 || ledger.movedPlaces === 0) await pause(50);
  await clinic.stop();
  await traffic.stop();
  expect(await checkPlaces(databaseUrl)).toEqual([]);
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
  for (const count of [ledger.booked, ledger.cancelled, ledger.paid, ledger.photos])
    expect(count.size).toBeGreaterThan(0);
});
