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

export const secretKey = 'the key of the migrated site';

/** Fixtures of the migration tests. */
export type MigrationSetup = {
  folder: string;
  filledSite: Awaited<ReturnType<typeof fillSite>>;
  /** A copy of the filled site's DATA_DIR and an empty database, new for each test. */
  site: string;
  target: Awaited<ReturnType<typeof createPostgresDatabase>>;
  client: pg.Client;
};

/** Fills a site once for the test file. */
export function prepareMigration(): MigrationSetup {
  const setup = {} as MigrationSetup;
  beforeAll(async () => {
    setup.folder = mkdtempSync(join(tmpdir(), 'blood-buddies-move-'));
    setup.filledSite = await fillSite(join(setup.folder, 'filled'));
  });
  afterAll(() => rmSync(setup.folder, { recursive: true }));
  beforeEach(async () => {
    setup.site = mkdtempSync(join(setup.folder, 'site-'));
    cpSync(join(setup.folder, 'filled'), setup.site, { recursive: true });
    setup.target = await createPostgresDatabase(inject('postgresUrl'));
    setup.client = new pg.Client({ connectionString: setup.target.url });
    await setup.client.connect();
  });
  afterEach(async () => {
    await setup.client.end();
    await setup.target.drop();
  });
  return setup;
}

export const runMigration = ({ target, site }: MigrationSetup, environment: Record<string, string> = {}) =>
  runToEnd('cli/main.ts', ['migrate-database', '--to', target.url], {
    DATA_DIR: site,
    SECRET_KEY: secretKey,
    ...environment,
  });

/** Opens the app on the target database. */
export const openMigrated = ({ target }: MigrationSetup, environment: Record<string, string> = {}) =>
  createTestApp({ DATABASE_URL: target.url, SECRET_KEY: secretKey, ...environment });

/** Fills a site: samples, two members, three appointments (one paid) and two pictures (one of them a photo). */
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
  const request = { json: { appointmentId, transactionId }, token: member.token };
  expect((await app.send('PUT', `/api/appointments/${appointmentId}`, request)).status).toBe(200);
}

/** Returns the lists that a member can read. */
export async function listsOf(app: TestApp, { email, token }: Member) {
  const paths = [`/api/appointments?email=${email}`, '/api/photo', '/api/reviews', '/api/user/export'];
  const responses = await Promise.all(paths.map((path) => app.send('GET', path, { token })));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return Promise.all(responses.map((response) => response.json()));
}
