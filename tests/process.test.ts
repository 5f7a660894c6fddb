import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#platform/database/open.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { startHttpServer } from '#platform/testing/http-server.ts';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { runToEnd, type SiteProcess, startSite, stop } from './process.ts';
import { book, datesOf, member, payAppointment, transactionOf } from './process-member.ts';
import { daysFromNow } from './test-app.ts';

let folder: string;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = temporaryFolder();
  environment = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) };
});

test('prints its URL and built-in providers, leaves one database file, and needs it at the next start', async () => {
  const site = await startSite(environment);
  expect(site.output()).toContain(`Blood Buddies is ready: http://localhost:${environment.PORT}`);
  expect(site.output()).toContain(
    'identity provider, card sandbox, image host, test Google account chooser (anyone can sign in as anyone)',
  );
  expect(site.output()).toContain(String(environment.DATA_DIR));
  expect(statSync(join(String(environment.DATA_DIR), 'secret.key')).mode & 0o777).toBe(0o600);
  expect(await stop(site, 'SIGINT')).toBe(0);
  const dataDir = String(environment.DATA_DIR);
  const files = readdirSync(dataDir).sort();
  expect(files).toEqual(['blood-buddies.db', 'images', 'outbox', 'secret.key', 'server.lock']);

  // Neither the site nor a command creates a new site in a folder that has files of another.
  rmSync(join(dataDir, 'blood-buddies.db'));
  const output = expect.stringMatching(/^DATA_DIR [^\n]+ is missing or empty\. [^\n]+\n$/);
  expect(await runToEnd('app/main.ts', [], environment)).toEqual({ code: 1, output });
  expect(await runToEnd('cli/main.ts', ['payments'], environment)).toEqual({ code: 1, output });
  expect(readdirSync(dataDir).sort()).toEqual(files.filter((name) => name !== 'blood-buddies.db'));
});

test('closes the data folder and backups to other users', async () => {
  const dataDir = String(environment.DATA_DIR);
  mkdirSync(dataDir, { mode: 0o755 });
  const operator = await runToEnd('cli/main.ts', ['payments'], environment);
  expect(operator).toEqual({ code: 0, output: 'Open payments: 0. No payment needs a decision.\n' });
  expect(readableByOthers(dataDir)).toEqual([]);

  const site = await startSite(environment);
  await member(site.origin);
  expect(readdirSync(join(dataDir, 'images', 'pictures'))).not.toEqual([]);
  expect(readableByOthers(dataDir)).toEqual([]);
  await stop(site);

  const backup = join(folder, 'backup');
  const output = expect.stringMatching(/^Backed up to /);
  expect(await runToEnd('cli/main.ts', ['backup', '--to', backup], environment)).toEqual({ code: 0, output });
  expect(readableByOthers(backup)).toEqual([]);
});

function readableByOthers(dataDir: string): string[] {
  const names = readdirSync(dataDir, { recursive: true }).map(String);
  expect(names).toContain('blood-buddies.db');
  return ['', ...names].filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0);
}

test('prints a new owner link when the last owner has deleted the account', async () => {
  const site = await startSite(environment);
  const links = () => site.output().match(/\/staff\/join#\S+/g) ?? [];
  await vi.waitFor(() => expect(links()).toHaveLength(1), 20_000);
  const owner = await member(site.origin);
  const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ token: links()[0]?.split('#')[1] });
  expect((await fetch(`${site.origin}/api/staff/join`, { method: 'POST', headers, body })).status).toBe(200);
  expect((await fetch(`${site.origin}/api/user`, { method: 'DELETE', headers })).status).toBe(204);
  await vi.waitFor(() => expect(links()).toHaveLength(2), 20_000);
  expect(links()[0]).not.toBe(links()[1]);
  await stop(site);
});

test('finishes requests in progress when it is stopped', async () => {
  const site = await startSite(environment);
  const account = await member(site.origin);
  const requests = Array.from({ length: 30 }, (_, n) => book(site.origin, account, daysFromNow(n + 1)));
  await requests[0];
  const stopped = stop(site);
  const done = (await Promise.allSettled(requests)).filter(
    (r) => r.status === 'fulfilled' && r.value.ok,
  ).length;
  expect(await stopped).toBe(0);
  const again = await startSite(environment);
  expect(await datesOf(again.origin, await member(again.origin))).toHaveLength(done);
  await stop(again);
});

test('serves metrics on a separate port only', async () => {
  const metricsPort = await freePort();
  const site = await startSite({ ...environment, METRICS_PORT: String(metricsPort) });
  const countReviewRequests = async (name: string) => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const labels = 'service="api",method="GET",status="200"(,route="/api/reviews")?';
    return Number(new RegExp(`^${name}{${labels}} (.*)$`, 'm').exec(metrics)?.at(-1) ?? 0);
  };
  for (let count = 1; count <= 4; count += 1) {
    await (await fetch(`${site.origin}/api/reviews`)).text();
    const routed = await countReviewRequests('http_request_duration_seconds_count');
    expect(routed).toBeGreaterThan(0);
    expect(routed + (await countReviewRequests('http_cached_responses_total'))).toBe(count);
  }
  expect((await fetch(`${site.origin}/metrics`)).status).toBe(404);
  expect(await stop(site)).toBe(0);
});

test('rejects a second server on the same data folder, but not the command line', async () => {
  const site = await startSite(environment);
  const account = await member(site.origin);
  const second = await runToEnd('app/main.ts', [], { ...environment, PORT: String(await freePort()) });
  expect(second).toEqual({
    code: 1,
    output: expect.stringMatching(/^Another server already uses DATA_DIR [^\n]+\n$/),
  });

  const operator = await runToEnd('cli/main.ts', ['identity', 'disable', account.email], environment);
  expect(operator).toEqual({
    code: 0,
    output: expect.stringMatching(/^Account \S+: disabled\.\n$/),
  });
  expect(
    await runToEnd('cli/main.ts', ['identity', 'disable', 'nobody@example.org'], environment),
  ).toMatchObject({ code: 1 });
  await stop(site);
});

test.each([
  ['a port in use', async () => ({ PORT: String(await occupiedPort()) }), /^PORT \d+ is already in use/],
  ['a data folder that is a file', async () => ({ DATA_DIR: file() }), /^DATA_DIR .* cannot be used/],
  [
    'a wrong DATABASE_URL',
    async () => ({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }),
    /^Cannot connect to the database in DATABASE_URL: /,
  ],
  [
    'half of the Stripe keys',
    async () => ({ STRIPE_SECRET_KEY: 'sk_test_1' }),
    /^STRIPE_PUBLISHABLE_KEY is not set/,
  ],
  [
    'production without a public address',
    async () => ({ NODE_ENV: 'production' }),
    /^PUBLIC_URL is required in production/,
  ],
])('prints a one-line error and exits with code 1 for %s', async (_, changes, line) => {
  const { code, output } = await runToEnd('app/main.ts', [], { ...environment, ...(await changes()) });
  expect(output).toMatch(line);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

test('keeps data and secrets over a restart on PostgreSQL', async () => {
  const database = await createPostgresDatabase(inject('postgresUrl'));
  const onPostgres = { ...environment, DATABASE_URL: database.url };
  const first = await startSite(onPostgres);
  const account = await member(first.origin);
  expect((await book(first.origin, account, daysFromNow(3))).status).toBe(200);
  expect(await stop(first)).toBe(0);
  const second = await startSite(onPostgres);
  expect(await datesOf(second.origin, account)).toEqual([daysFromNow(3)]);
  await stop(second);
  await database.drop();
});

test('reports that it is not ready before it stops on PostgreSQL, and still accepts requests', async () => {
  const database = await createPostgresDatabase(inject('postgresUrl'));
  const site = await startSite({ ...environment, DATABASE_URL: database.url });
  const account = await member(site.origin);
  const stopping = stop(site);
  await vi.waitFor(async () => expect((await fetch(`${site.origin}/readyz`)).status).toBe(503), 20_000);
  expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
  expect((await book(site.origin, account, daysFromNow(3))).status).toBe(200);
  // A second signal ends the waiting for late requests.
  site.child.kill('SIGTERM');
  expect(await stopping).toBe(0);
  await database.drop();
});

async function occupiedPort(): Promise<number> {
  const { port, ...server } = await startHttpServer(() => {});
  onTestFinished(() => server[Symbol.asyncDispose]());
  return port;
}

function file(): string {
  const path = join(folder, 'a-file');
  writeFileSync(path, '');
  return path;
}

describe('payment events between the sandbox and the site', () => {
  let site: SiteProcess | undefined;
  afterEach(() => site?.child.kill('SIGKILL'));

  // Events are sent to the address at which the process listens, which differs from PUBLIC_URL.
  const start = (HOST: string) => startSite({ ...environment, HOST, PUBLIC_URL: 'https://blood.test' });

  /** Returns whether the site has responded to the sandbox's event. */
  async function wasDelivered(origin: string, intent: string): Promise<boolean> {
    const dataDir = String(environment.DATA_DIR);
    const db = await openDatabase({ dataDir });
    const token = await (await openSecrets({ db, dataDir }))('cards-secret-key');
    await db.destroy();
    const query = 'types[]=payment_intent.succeeded';
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${origin}/cards/v1/events?${query}`, { headers });
    type CardEvent = { pending_webhooks: number; data: { object: { id: string } } };
    const { data } = (await response.json()) as { data: CardEvent[] };
    return data.some((event) => event.data.object.id === intent && event.pending_webhooks === 0);
  }

  async function expectPaid(origin: string, appointmentId: string, intent: string) {
    const { token } = await member(origin);
    const bounds = { timeout: 60_000, interval: 100 };
    await vi.waitFor(
      async () => expect(await transactionOf(origin, token, appointmentId)).toBe(intent),
      bounds,
    );
    await vi.waitFor(async () => expect(await wasDelivered(origin, intent)).toBe(true), bounds);
  }

  test.each(['localhost', '0.0.0.0'])(
    'delivers a payment event to itself over HTTP when it listens on %s',
    async (host) => {
      site = await start(host);
      const { appointmentId, intent } = await payAppointment(site.origin);
      await expectPaid(site.origin, appointmentId, intent);
    },
  );

  test('stops cleanly while an event is being sent, and records the payment after the next start', async () => {
    site = await start('localhost');
    const { appointmentId, intent } = await payAppointment(site.origin);
    expect(await stop(site)).toBe(0);
    site = await start('localhost');
    await expectPaid(site.origin, appointmentId, intent);
  });
});
