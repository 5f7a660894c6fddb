import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openDatabase } from '#platform/database/open.ts';
import { readSecrets } from '#platform/secrets.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { readConfig } from '../config.ts';
import { renewSiteSecrets } from '../operate-site.ts';
import { openTestHouse } from './house.ts';

const former = 'the first key of this site';
const next = 'another key, from a vault';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-renew-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const renew = (environment: Record<string, string>) =>
  renewSiteSecrets(readConfig({ NEW_SECRET_KEY: next, ...environment }));

/** Starts the site and registers, or comes back with the token of before. */
async function register(environment: Record<string, string>) {
  await using house = await openTestHouse(environment);
  return await house.register('nasrin@example.org');
}
async function comesBack(environment: Record<string, string>, token: string) {
  await using house = await openTestHouse(environment);
  const { status } = await house.send('GET', '/api/user/export', { token });
  const again = await house.signIn('nasrin@example.org');
  return [status, typeof again.token];
}

test.each([
  ['SQLite under its file', {}, false],
  ['SQLite under SECRET_KEY', { SECRET_KEY: former }, false],
  ['PostgreSQL under SECRET_KEY', { SECRET_KEY: former }, true],
  ['PostgreSQL under its row', {}, true],
] as const)(
  'the master key of a site on %s becomes another, and nobody is signed out',
  async (_, key, onServer) => {
    await using open = new AsyncDisposableStack();
    const database = onServer ? await createPostgresDatabase(inject('postgresUrl')) : undefined;
    open.defer(async () => database?.drop());
    const environment = { DATA_DIR: folder, ...(database && { DATABASE_URL: database.url }) };
    const { token } = await register({ ...environment, ...key });

    const { text } = await renew({ ...environment, ...key });
    expect(text).toMatch(/^(\d+) secrets rest under NEW_SECRET_KEY now\./);
    expect(Number.parseInt(text, 10)).toBeGreaterThan(5);
    expect(text).not.toContain(next);
    const db = await openDatabase(database ? { url: database.url } : { dataDir: folder });
    await expect(readSecrets(db, former)).rejects.toThrow('is not the key');
    await db.destroy();
    expect(await comesBack({ ...environment, SECRET_KEY: next }, token)).toEqual([200, 'string']);
    // Broken off or not, it may be run again.
    expect((await renew({ ...environment, ...key })).text).toMatch(/^0 secrets/);
  },
);

test('a wrong key, a site that runs or none at all change nothing and say so', async () => {
  const environment = { DATA_DIR: folder, SECRET_KEY: former };
  await expect(renew(environment)).rejects.toThrow('has never been started');
  const { token } = await register(environment);
  await expect(renew({ ...environment, SECRET_KEY: 'not the key of this site' })).rejects.toThrow(
    /^The secrets rest under another key than SECRET_KEY[^\n]+$/,
  );
  await expect(renew({ ...environment, NEW_SECRET_KEY: '' })).rejects.toThrow('NEW_SECRET_KEY is not set');
  {
    await using house = await openTestHouse(environment);
    expect(house.config.secretKey).toBe(former);
    await expect(renew(environment)).rejects.toThrow('Stop it first');
  }
  expect(await comesBack(environment, token)).toEqual([200, 'string']);
});
