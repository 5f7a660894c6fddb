import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openSecrets } from '../security/secrets.ts';
import { createPostgresDatabase, onBothDatabases } from '../testing/databases.ts';
import { type Migrations, migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { platformMigrations } from './schema/migrations.ts';

test('runs a slow migration once, without a timeout, when several servers start on an empty PostgreSQL', async () => {
  const slow = sql`select pg_sleep(1.5)`;
  const slowStep: Migrations = {
    service: 'test',
    steps: { '0001-slow': { up: async (db) => void (await slow.execute(db)) } },
  };
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const replicas = await Promise.all(
    [1, 2].map(() => openDatabase({ url: `${url}?statement_timeout=1000` })),
  );
  await Promise.all(replicas.map((db) => migrate(db, [slowStep])));
  await expect(Promise.all(replicas.map((db) => slow.execute(db)))).rejects.toThrow('statement timeout');
  for (const db of replicas) await db.destroy();
  await drop();
});

test('keeps other servers out on an engine that commits at each schema change', async () => {
  const committing: Migrations = {
    service: 'test',
    steps: {
      '0001-once': {
        async up(db) {
          await sql`commit`.execute(db);
          await sql`select pg_sleep(0.2)`.execute(db);
          await db.schema.createTable('once').addColumn('id', 'text').execute();
        },
      },
    },
  };
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const replicas = await Promise.all([1, 2, 3].map(() => openDatabase({ url })));
  await Promise.all(replicas.map((db) => migrate(db, [committing])));
  for (const db of replicas) await db.destroy();
  await drop();
});

onBothDatabases([], (open) => {
  test('lets the previous version start on the tables of a newer one', async () => {
    await using fixture = await open();
    const previous: Migrations = { service: 'test', steps: { '0001-a': addTable('a') } };
    const newer: Migrations = { service: 'test', steps: { ...previous.steps, '0002-b': addTable('b') } };
    await migrate(fixture.db, [previous]);
    await migrate(fixture.db, [newer]);
    await migrate(fixture.db, [previous]);
    const tables = (await fixture.db.introspection.getTables()).map(({ name }) => name);
    expect(tables).toEqual(expect.arrayContaining(['a', 'b']));
  });
});

function addTable(name: string): Migrations['steps'][string] {
  return { up: (db) => db.schema.createTable(name).addColumn('id', 'text').execute() };
}

test('lets a role without schema privileges start without pending migrations, and fails with pending ones', async () => {
  await using open = new AsyncDisposableStack();
  const database = await createPostgresDatabase(inject('postgresUrl'));
  open.defer(database.drop);
  const owner = open.adopt(await openDatabase({ url: database.url }), (db) => db.destroy());
  const role = `site_${randomUUID().replaceAll('-', '')}`;
  await sql.raw(`create role ${role} login password 'site'`).execute(owner);
  open.defer(async () => {
    await sql.raw(`drop owned by ${role}`).execute(owner);
    await sql.raw(`drop role ${role}`).execute(owner);
  });
  await sql
    .raw(
      `alter default privileges in schema public grant select, insert, update, delete on tables to ${role}`,
    )
    .execute(owner);
  const url = Object.assign(new URL(database.url), { username: role, password: 'site' }).href;
  const site = open.adopt(await openDatabase({ url }), (db) => db.destroy());

  await expect(migrate(site, [platformMigrations])).rejects.toThrow('npm run cli -- migrate');
  await migrate(owner, [platformMigrations]);
  await migrate(site, [platformMigrations]);
  await expect(migrate(site, [platformMigrations, later])).rejects.toThrow('npm run cli -- migrate');
  await migrate(owner, [platformMigrations, later]);
  await migrate(site, [platformMigrations, later]);
  const getSecret = await openSecrets({ db: site, secretKey: 'a key for tests only' });
  expect(await getSecret('one')).toBe(await getSecret('one'));
});

const later = {
  service: 'later',
  steps: { '0001-start': { up: (db: Kysely<never>) => db.schema.createTable('later').execute() } },
} as unknown as Migrations;
