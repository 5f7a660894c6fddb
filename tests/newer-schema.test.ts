import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { NEWER_SCHEMA_MARK, newerSchemaOf } from '#platform/testing/newer-schema.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { allMigrations } from '../app/storage.ts';
import {
  addAppointment,
  createTestApp,
  daysFromNow,
  type Member,
  payByCard,
  requestAppointment,
  type TestApp,
  uploadPicture,
} from './test-app.ts';

/** Databases migrated by a newer version, and the environment for a server of this version. */
const databases = {
  async SQLite() {
    const dataDir = temporaryFolder();
    return { location: { dataDir }, environment: { DATA_DIR: dataDir } };
  },
  async PostgreSQL() {
    const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
    onTestFinished(drop);
    return { location: { url }, environment: { DATABASE_URL: url, SECRET_KEY: 'a key of this test' } };
  },
};

/** Returns a function that starts a server of this version on tables of the newer one. */
async function prepare(create: (typeof databases)[keyof typeof databases]) {
  const { location, environment } = await create();
  const db = await openDatabase(location);
  await migrate(db, newerSchemaOf(allMigrations));
  await db.destroy();
  return async (use: (app: TestApp) => Promise<void>) => {
    await using app = await createTestApp(environment);
    await use(app);
  };
}

async function send(app: TestApp, by: Member, method: string, path: string, json?: unknown) {
  const response = await app.callApi(by, method, path, json);
  expect(JSON.stringify(response)).not.toContain(NEWER_SCHEMA_MARK);
  return response;
}

describe.each(Object.entries(databases))('on %s, migrated by a newer version', (_, create) => {
  test('books appointments after an appointment was moved', async () => {
    const serve = await prepare(create);
    let email = '';
    let id = '';
    await serve(async (app) => {
      const member = await app.register();
      email = member.email;
      id = await addAppointment(app, member);
    });
    // This server has not inserted an appointment yet.
    await serve(async (app) => {
      const member = await app.signIn(email);
      const moved = await send(app, member, 'PATCH', `/appointments/${id}`, { date: daysFromNow(9) });
      expect(moved).toEqual({ status: 200, body: { success: true } });
      const another = await app.register();
      for (const date of [3, 4, 5].map(daysFromNow)) {
        const booked = await requestAppointment(app, another, { date });
        expect(booked.status).toBe(200);
        expect(await booked.json()).toMatchObject({ success: true });
      }
    });
  });

  test('lets a member book, pay, upload, export and delete the account', async () => {
    const serve = await prepare(create);
    await serve(async (app) => {
      const member = await app.register();
      const id = await addAppointment(app, member, { opinion: 'Kind people.', publishAs: 'first' });
      await addAppointment(app, member, { date: daysFromNow(5) });
      const charge = { price: 5, appointmentId: id };
      const { clientSecret } = (await send(app, member, 'POST', '/create-payment-intent', charge)).body;
      await payByCard(app, clientSecret);
      const [transactionId] = clientSecret.split('_secret_');
      const paid = { appointmentId: id, transactionId };
      expect((await send(app, member, 'PUT', `/appointments/${id}`, paid)).status).toBe(200);
      const img = await uploadPicture(app, member);
      const { insertedId } = (await send(app, member, 'POST', '/photo', { img })).body;
      const reporter = await app.register();
      expect((await send(app, reporter, 'POST', `/photo/${insertedId}/report`)).status).toBe(204);
      for (const path of ['photo', 'reviews', 'opinions', 'user/photos', `appointments/${id}`])
        expect((await send(app, member, 'GET', `/${path}`)).status).toBe(200);
      const exported = await send(app, member, 'GET', '/user/export');
      expect(exported.body.appointments).toHaveLength(2);
      for (const { name } of app.jobs) await app.runJob(name);
      expect((await send(app, member, 'DELETE', '/user')).status).toBe(204);
      app.time.offsetMs += 800 * 86_400_000;
      for (const { name } of app.jobs) await app.runJob(name);
    });
  });
});
