import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { assertDatabaseNotLost } from './lost-database.ts';

function createFile(...path: string[]): void {
  mkdirSync(join(...path.slice(0, -1)), { recursive: true });
  writeFileSync(join(...path), 'content');
}

test.each([
  ['a key', ['secret.key']],
  ['a picture', ['images', 'pictures', 'a1', 'picture.avif']],
  ['an email', ['outbox', 'a1.eml']],
])('does not start a new site beside %s of a site whose database is lost', (_, path) => {
  const dataDir = temporaryFolder();
  createFile(dataDir, ...path);
  const missing = /^DATA_DIR [^\n]+ its database blood-buddies\.db is missing or empty\. Put the [^\n]+\.$/;
  expect(() => assertDatabaseNotLost(dataDir)).toThrow(missing);

  // A copy without the WAL file has no tables.
  const running = new DatabaseSync(join(dataDir, 'running.db'));
  running.exec('pragma journal_mode = wal; create table item (name text)');
  copyFileSync(join(dataDir, 'running.db'), join(dataDir, 'blood-buddies.db'));
  expect(() => assertDatabaseNotLost(dataDir)).toThrow(missing);
  running.close();
  copyFileSync(join(dataDir, 'running.db'), join(dataDir, 'blood-buddies.db'));
  expect(() => assertDatabaseNotLost(dataDir)).not.toThrow();
});

test('accepts a new folder, and one that a first start has only begun to fill', () => {
  const dataDir = temporaryFolder();
  expect(() => assertDatabaseNotLost(dataDir)).not.toThrow();
  mkdirSync(join(dataDir, 'images', 'pictures'), { recursive: true });
  mkdirSync(join(dataDir, 'outbox'));
  writeFileSync(join(dataDir, 'erased-accounts'), '');
  expect(() => assertDatabaseNotLost(dataDir)).not.toThrow();
});

test('names a database file that cannot be opened', () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'blood-buddies.db'));
  expect(() => assertDatabaseNotLost(dataDir)).toThrow(
    /blood-buddies\.db cannot be opened: [^\n]+\. Make sure that it is a file that this user can/,
  );
});
