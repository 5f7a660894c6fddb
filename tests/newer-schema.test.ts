import { type Kysely, sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Migrations, migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
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

/** Default of the added column, and its value in stored rows. No response may contain either. */
const UNSET = 'newer-schema-unset';
const STORED = 'newer-schema-stored';
const MARK = 'newer-schema-';

/**
 * Adds a migration to each service that gives every table an additional NOT NULL column with a default, as a newer version
 * might. Triggers change its value in stored rows and reject inserts of that value, so that code which copies the
 * result of a `select *` fails.
 */
const newerMigrations: Migrations[] = allMigrations.map(({ service, steps }) => ({
  service,
  steps: { ...steps, '9999-newer-version': { up: addNewerColumns } },
}));

/** The lock row cannot be changed while migrations run. */
const isMigrationTable = (table: string) => /_migration(_lock)?$|^platform_lock$/.test(table);

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the tables of its time.
async function addNewerColumns(db: Kysely<any>): Promise<void> {
  await sql.raw(checkFunction).execute(db);
  for (const { name, columns } of await db.introspection.getTables()) {
    if (isMigrationTable(name) || columns.some((column) => column.name === 'newer')) continue;
    await db.schema
      .alterTable(name)
      .addColumn('newer', 'text', (c) => c.notNull().defaultTo(UNSET))
      .execute();
    await sql
      .raw(`create trigger newer before insert on "${name}" for each row execute function check_newer()`)
      .execute(db);
  }
}

const checkFunction = `create or replace function check_newer() returns trigger language plpgsql as $$ begin
  if new.newer <> '${UNSET}' then raise exception 'An insert carries a column of a newer version.'; end if;
  new.newer := '${STORED}';
  return new;
end $$`;

/** Returns a function that starts a server of this version on tables of the newer one. */
async function prepare() {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  onTestFinished(drop);
  const db = await openDatabase({ url });
  await migrate(db, newerMigrations);
  await db.destroy();
  return async (use: (app: TestApp) => Promise<void>) => {
    await using app = await createTestApp({ DATABASE_URL: url, SECRET_KEY: 'a key of this test' });
    await use(app);
  };
}

async function send(app: TestApp, by: Member, method: string, path: string, json?: unknown) {
  const response = await app.callApi(by, method, path, json);
  expect(JSON.stringify(response)).not.toContain(MARK);
  return response;
}

describe('on PostgreSQL, migrated by a newer version', () => {
  test('books appointments after an appointment was moved', async () => {
    const serve = await prepare();
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
    const serve = await prepare();
    await serve(async (app) => {
      const member = await app.register();
      const id = await addAppointment(app, member, { opinion: 'Kind people.', publishAs: 'first' });
      await addAppointment(app, member, { date: daysFromNow(5) });
      const body = { price: 5, appointmentId: id };
      const { clientSecret } = (await send(app, member, 'POST', '/create-payment-intent', body)).body;
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
