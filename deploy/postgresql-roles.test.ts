import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#platform/database/open.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { readLogKey } from '#server/features/staff-log/log-key.ts';
import { withOperatorLog } from '#server/features/staff-log/staff-log.ts';
import { readConfig } from '../app/config/config.ts';
import { staffCommands } from '../cli/staff.ts';
import { createTestApp } from '../tests/test-app.ts';

const script = readFileSync(new URL('postgresql-roles.sql', import.meta.url), 'utf8');
const SECRET_KEY = 'a key for this test only';

/** Runs a command of the command line on a database. */
function runCli(url: string, words: string, ...args: string[]) {
  const command = staffCommands.find(([text]) => text === words);
  return command?.[2](readConfig({ DATABASE_URL: url, SECRET_KEY }), ...args);
}

/** Adds a row of four years ago, as the site would have. */
async function addOldRow(url: string): Promise<void> {
  const db = await openDatabase({ url });
  const logKey = await readLogKey(await openSecrets({ db, secretKey: SECRET_KEY }));
  const clock = () => Date.now() - days(4 * 365);
  await withOperatorLog({ db: db.withTables<Tables>(), clock, logKey }, (_, record) =>
    record({ action: 'view payments', people: [] }),
  );
  await db.destroy();
}

test('the site works with a role that may not change the log; retention needs the role that owns it', async () => {
  await using cleanUp = new AsyncDisposableStack();
  const database = await createPostgresDatabase(inject('postgresUrl'));
  cleanUp.defer(database.drop);
  const role = `site_${randomUUID().replaceAll('-', '')}`;
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  cleanUp.defer(async () => {
    await owner.query(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
  });
  await runCli(database.url, 'staff list');
  await addOldRow(database.url);
  await owner.query(`create role ${role} login password 'secret'`);
  await owner.query(script.replaceAll(':"role"', role));
  const url = new URL(database.url);
  Object.assign(url, { username: role, password: 'secret' });

  await using app = await createTestApp({ DATABASE_URL: url.href, SECRET_KEY });
  const member = await app.registerConfirmed();
  const granted = await runCli(url.href, 'staff grant <email or localId> <role>', member.email, 'owner');
  expect(granted?.text).toContain('owner granted.');
  expect((await app.send('GET', '/api/staff/me', { token: member.token })).status).toBe(200);
  const site = new pg.Client({ connectionString: url.href });
  await site.connect();
  cleanUp.defer(() => site.end());
  for (const statement of [
    "update staff_log set content = '{}'",
    'delete from staff_log',
    'truncate staff_log',
    "update staff_log_people set pseudonym = ''",
    'delete from staff_log_people',
  ])
    await expect(site.query(statement), statement).rejects.toThrow('permission denied');

  // The account is gone, the row stays.
  expect((await app.send('DELETE', '/api/user', { token: member.token })).status).toBe(204);
  expect((await runCli(url.href, 'log verify'))?.text).toContain('The log is whole: 2 rows.');

  await expect(runCli(url.href, 'log prune')).rejects.toThrow('may not delete rows of the log');
  expect((await runCli(database.url, 'log prune'))?.text).toContain('1 rows deleted.');
  expect((await runCli(url.href, 'log verify'))?.text).toContain('2 rows.');
});
