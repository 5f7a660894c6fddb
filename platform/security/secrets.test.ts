import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlatformTables } from '../database/schema/tables.ts';
import { onBothDatabases, openSqlite } from '../testing/databases.ts';
import { openSecrets } from './secrets.ts';

onBothDatabases([], (open) => {
  test('a secret is made once, for every replica, and rests encrypted', async () => {
    await using here = await open();
    const replicas = await Promise.all(
      [1, 2, 3].map(() => openSecrets({ db: here.db, secretKey: 'k'.repeat(20) })),
    );
    const values = await Promise.all(replicas.map((secrets) => secrets('token-key')));
    expect(new Set(values).size).toBe(1);
    const row = await here.db
      .withTables<PlatformTables>()
      .selectFrom('platform_secret')
      .selectAll()
      .executeTakeFirst();
    expect(row?.value).not.toContain(values[0]);
  });

  test('another SECRET_KEY is one clear line', async () => {
    await using here = await open();
    await (await openSecrets({ db: here.db, secretKey: 'k'.repeat(20) }))('token-key');
    const others = await openSecrets({ db: here.db, secretKey: 'another key, just as long' });
    await expect(others('token-key')).rejects.toThrow(/^SECRET_KEY .* is not the key/);
  });

  test('without SECRET_KEY and data folder the master key is a row beside them', async () => {
    await using here = await open();
    const first = await (await openSecrets({ db: here.db }))('token-key');
    expect(await (await openSecrets({ db: here.db }))('token-key')).toBe(first);
  });
});

test('the key file is made whole, for this user alone, and an empty one is refused', async () => {
  await using here = await openSqlite([]);
  const dataDir = mkdtempSync(join(tmpdir(), 'blood-buddies-key-'));
  const first = await (await openSecrets({ db: here.db, dataDir }))('token-key');
  expect(await (await openSecrets({ db: here.db, dataDir }))('token-key')).toBe(first);
  expect(readdirSync(dataDir)).toEqual(['secret.key']);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  writeFileSync(join(dataDir, 'secret.key'), '\n');
  await expect(openSecrets({ db: here.db, dataDir })).rejects.toThrow(/secret\.key is empty/);
  rmSync(dataDir, { recursive: true });
});
