import { afterAll, describe, expect, test } from 'vitest';
import { type OpenTestDatabase, openPostgres, openSqlite } from '#platform/testing/databases.ts';
import { identityMigrations } from './schema/migrations.ts';
import { everyCase, runCase } from './testing/cases.ts';
import { reuse } from './testing/reused-database.ts';

/** Which requirement the cases of a group show. */
const requirement: Record<string, string> = {
  signUp: 'IDP-01',
  password: 'IDP-01',
  emailLink: 'IDP-02',
  oob: 'IDP-05',
  createAuthUri: 'IDP-06',
  lookup: 'IDP-06',
  update: 'IDP-06',
  delete: 'IDP-06',
  projects: 'IDP-06',
  token: 'IDP-08',
  security: 'IDP-08',
  idp: 'IDP-03',
  phone: 'IDP-04',
  mfa: 'IDP-07',
  mfaTotp: 'IDP-07',
  rest: 'IDP-09',
};

test('no case is lost', () => {
  expect(everyCase).toHaveLength(130);
});

describe('on SQLite', () => runAll(() => openSqlite([identityMigrations])));
describe('on PostgreSQL', () => runAll(() => openPostgres([identityMigrations])));

/** Every case begins with an empty user store; the database itself is made once. */
function runAll(open: OpenTestDatabase): void {
  const database = reuse(open);
  afterAll(database.close);
  for (const item of everyCase) {
    test(`[${requirement[item.group]}] ${item.id}: ${item.title}`, () => runCase(item, database.open));
  }
}
