import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlatformTables } from '../database/schema/tables.ts';
import { onBothDatabases, openSqlite } from '../testing/databases.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openSecrets } from './secrets.ts';

onBothDatabases([], (open) => {
  test('creates a secret once for all servers and stores it encrypted', async () => {
    await using database = await open();
    const replicas = await Promise.all(
      [1, 2, 3].map(() => openSecrets({ db: database.db, secretKey: 'k'.repeat(20) })),
    );
    const values = await Promise.all(replicas.map((getSecret) => getSecret('token-key')));
    expect(new Set(values).size).toBe(1);
    const row = await database.db
      .withTables<PlatformTables>()
      .selectFrom('platform_secret')
      .selectAll()
      .executeTakeFirst();
    expect(row?.value).not.toContain(values[0]);
  });

  test('fails with a one-line error for another SECRET_KEY', async () => {
    await using database = await open();
    await (await openSecrets({ db: database.db, secretKey: 'k'.repeat(20) }))('token-key');
    const others = await openSecrets({ db: database.db, secretKey: 'another key, just as long' });
    await expect(others('token-key')).rejects.toThrow(/^SECRET_KEY .* is not the key/);
  });

  test('rejects a secret that stands under the name of another one', async () => {
    await using database = await open();
    const db = database.db.withTables<PlatformTables>();
    const secretKey = 'k'.repeat(20);
    const getSecret = await openSecrets({ db: database.db, secretKey });
    await getSecret('token-key');
    await getSecret('published-key', () => 'published');
    const { value } = await db
      .selectFrom('platform_secret')
      .select('value')
      .where('name', '=', 'published-key')
      .executeTakeFirstOrThrow();
    await db.updateTable('platform_secret').set({ value }).where('name', '=', 'token-key').execute();
    await expect(getSecret('token-key')).rejects.toThrow(
      /^The secret token-key .* replaced by .* published-key/,
    );
  });

  test('stores the master key as a row without SECRET_KEY and data folder', async () => {
    await using database = await open();
    const first = await (await openSecrets({ db: database.db }))('token-key');
    expect(await (await openSecrets({ db: database.db }))('token-key')).toBe(first);
  });
});

test('does not replace a missing key file once it has encrypted a secret', async () => {
  await using database = await openSqlite([]);
  const dataDir = temporaryFolder();
  await (await openSecrets({ db: database.db, dataDir }))('token-key');
  rmSync(join(dataDir, 'secret.key'));
  await expect(openSecrets({ db: database.db, dataDir })).rejects.toThrow('secret.key is missing');
  expect(readdirSync(dataDir)).toEqual([]);
});

test('writes the key file atomically and privately, and rejects an empty one', async () => {
  await using database = await openSqlite([]);
  const dataDir = temporaryFolder();
  const first = await (await openSecrets({ db: database.db, dataDir }))('token-key');
  expect(await (await openSecrets({ db: database.db, dataDir }))('token-key')).toBe(first);
  expect(readdirSync(dataDir)).toEqual(['secret.key']);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  writeFileSync(join(dataDir, 'secret.key'), '\n');
  await expect(openSecrets({ db: database.db, dataDir })).rejects.toThrow(/secret\.key is empty/);
});
