import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type OpenTestDatabase,
  openPostgres,
  openSqlite,
  type TestDatabase,
} from '#platform/testing/databases.ts';
import { identityMigrations } from './schema/migrations.ts';
import { allCases, runCase } from './testing/cases.ts';

/** Requirement of each group of cases. */
const requirement: Record<string, string> = {
  signUp: 'IDP-01',
  password: 'IDP-01',
  emailLink: 'IDP-02',
  idp: 'IDP-03',
  phone: 'IDP-04',
  oob: 'IDP-05',
  createAuthUri: 'IDP-06',
  lookup: 'IDP-06',
  update: 'IDP-06',
  delete: 'IDP-06',
  projects: 'IDP-06',
  mfa: 'IDP-07',
  mfaTotp: 'IDP-07',
  token: 'IDP-08',
  security: 'IDP-08',
  rest: 'IDP-09',
};

test('there are 130 cases', () => {
  expect(allCases).toHaveLength(130);
});

describe('on SQLite', () => runAll(() => openSqlite([identityMigrations])));
describe('on PostgreSQL', () => runAll(() => openPostgres([identityMigrations])));

/** Every case starts with empty tables in a shared database. */
function runAll(open: OpenTestDatabase): void {
  let database: TestDatabase;
  let filled: string[];
  beforeAll(async () => {
    database = await open();
    const names = (await database.db.introspection.getTables()).map(({ name }) => name);
    filled = names.filter((name) => /^identity_(?!signing_key|migration)|^platform_outbox$/.test(name));
  });
  afterAll(() => database[Symbol.asyncDispose]());
  async function openEmpty(): Promise<TestDatabase> {
    const db = database.db.withTables<Record<string, object>>();
    for (const name of filled) await db.deleteFrom(name).execute();
    return { db: database.db, async [Symbol.asyncDispose]() {} };
  }
  for (const item of allCases) {
    test(`[${requirement[item.group]}] ${item.id}: ${item.title}`, () => runCase(item, openEmpty));
  }
}
