import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { runToEnd } from './process.ts';
import {
  addAppointment,
  createPaymentIntent,
  createTestApp,
  daysFromNow,
  type Member,
  payByCard,
  type TestApp,
  uploadPicture,
} from './test-app.ts';

export const secretKey = 'a key that the moved site has';

/** What a test of moving has at hand. */
export type MigrationSetup = {
  folder: string;
  filled: Awaited<ReturnType<typeof fillSite>>;
  /** A copy of the filled site's DATA_DIR, and an empty database, for each test. */
  site: string;
  target: Awaited<ReturnType<typeof createPostgresDatabase>>;
  client: pg.Client;
};

/** Fills a site once for the file of tests. */
export function prepareMigration(): MigrationSetup {
  const at = {} as MigrationSetup;
  beforeAll(async () => {
    at.folder = mkdtempSync(join(tmpdir(), 'blood-buddies-move-'));
    at.filled = await fillSite(join(at.folder, 'filled'));
  });
  afterAll(() => rmSync(at.folder, { recursive: true }));
  beforeEach(async () => {
    at.site = mkdtempSync(join(at.folder, 'site-'));
    cpSync(join(at.folder, 'filled'), at.site, { recursive: true });
    at.target = await createPostgresDatabase(inject('postgresUrl'));
    at.client = new pg.Client({ connectionString: at.target.url });
    await at.client.connect();
  });
  afterEach(async () => {
    await at.client.end();
    await at.target.drop();
  });
  return at;
}

export const runMigration = ({ target, site }: MigrationSetup, environment: Record<string, string> = {}) =>
  runToEnd('cli/main.ts', ['migrate-database', '--to', target.url], {
    DATA_DIR: site,
    SECRET_KEY: secretKey,
    ...environment,
  });

/** The house on the database to which it was moved. */
export const openMigrated = ({ target }: MigrationSetup, environment: Record<string, string> = {}) =>
  createTestApp({ DATABASE_URL: target.url, SECRET_KEY: secretKey, ...environment });

/** Samples, two members, three appointments of which one is paid, two pictures of which one is a photo. */
async function fillSite(dataDir: string) {
  await using app = await createTestApp({ DATA_DIR: dataDir });
  await app.fillSamples();
  const [member, other] = [await app.register(), await app.register()];
  const id = await addAppointment(app, member, { opinion: 'à bientôt, ভালো 🩸 \\ "', publishAs: 'first' });
  await addAppointment(app, other);
  await addAppointment(app, other, { date: daysFromNow(10) });
  await pay(app, member, id);
  const img = await uploadPicture(app, member);
  await uploadPicture(app, other);
  await app.send('POST', '/api/photo', { json: { img, title: 'Donors' }, token: member.token });
  return { member, other, lists: await listsOf(app, member) };
}

async function pay(app: TestApp, member: Member, appointmentId: string) {
  const { id: transactionId } = await payByCard(app, await createPaymentIntent(app, member, appointmentId));
  const sent = { json: { appointmentId, transactionId }, token: member.token };
  expect((await app.send('PUT', `/api/appointments/${appointmentId}`, sent)).status).toBe(200);
}

/** What a member sees. */
export async function listsOf(app: TestApp, { email, token }: Member) {
  const paths = [`/api/appointments?email=${email}`, '/api/photo', '/api/reviews', '/api/user/export'];
  const answers = await Promise.all(paths.map((path) => app.send('GET', path, { token })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return Promise.all(answers.map((answer) => answer.json()));
}
