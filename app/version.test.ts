import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openSqlite } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { assertVersionSupported, recordOldestVersion } from '#server/features/site/oldest-version.ts';
import { previousVersion, version } from './version.ts';

test('the previous version is the one before this in CHANGELOG.md', () => {
  const changes = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  const releases = [...changes.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, release]) => release);
  const index = releases.indexOf(version);
  expect(index).toBeGreaterThanOrEqual(0);
  expect(previousVersion).toBe(releases[index + 1] ?? version);
});

test('a downgrade by more than one release is refused, and names the version that is needed', async () => {
  await using empty = await openSqlite([]);
  await assertVersionSupported(empty.db, '1.0.0');

  await using migrated = await openSqlite([serverMigrations]);
  const { db } = migrated;
  await assertVersionSupported(db, '1.0.0');
  await recordOldestVersion(db, '1.9.0');
  await recordOldestVersion(db, '1.10.0');
  await recordOldestVersion(db, '1.9.0');
  await assertVersionSupported(db, '1.10.0');
  await assertVersionSupported(db, '2.0.0');
  await expect(assertVersionSupported(db, '1.9.3')).rejects.toThrow(
    'needs version 1.10.0 or newer; this is 1.9.3',
  );
});
