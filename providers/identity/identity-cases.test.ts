import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type OpenTestDatabase,
  openPostgres,
  openSqlite,
  type TestDatabase,
} from '#platform/testing/databases.ts';
import { identityMigrations } from './schema/migrations.ts';
import { allCases, runCase } from './testing/cases.ts';

/** Which requirement the cases of a group show. */
const requirement: Record<string, string> = {
  ...{ signUp: 'IDP-01', password: 'IDP-01', emailLink: 'IDP-02', idp: 'IDP-03', phone: 'IDP-04' },
  ...{ oob: 'IDP-05', createAuthUri: 'IDP-06', lookup: 'IDP-06', update: 'IDP-06', delete: 'IDP-06' },
  ...{ projects: 'IDP-06', mfa: 'IDP-07', mfaTotp: 'IDP-07', token: 'IDP-08', security: 'IDP-08' },
  rest: 'IDP-09',
};

test('no case is lost', () => {
  expect(allCases).toHaveLength(130);
});

describe('on SQLite', () => runAll(() => openSqlite([identityMigrations])));
describe('on PostgreSQL', () => runAll(() => openPostgres([identityMigrations])));

/** Every case begins with an empty user store; the database itself is made once. */
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
