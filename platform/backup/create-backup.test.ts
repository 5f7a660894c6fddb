import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { platformMigrations } from '../database/schema/migrations.ts';
import { openSqliteSnapshot } from '../database/sqlite-snapshot.ts';
import { openDataFolder } from '../files/data-folder.ts';
import { oneTable } from '../testing/items.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type BackupFiles, createBackup } from './create-backup.ts';
import { inspectBackup } from './inspect.ts';
import { restoreBackup } from './restore.ts';

const shelves = oneTable('shelf', (schema) =>
  schema.createTable('shelf').addColumn('path', 'text', (c) => c.primaryKey()),
);
const services = [platformMigrations, shelves];
const shelf = (db: Database) => db.withTables<{ shelf: { path: string } }>();

let folder: string;
let dataDir: string;
let to: string;
let db: Database;
beforeEach(async () => {
  folder = temporaryFolder();
  [dataDir, to] = [join(folder, 'data'), join(folder, 'backup')];
  db = await openDatabase({ dataDir });
  await migrate(db, services);
  await writeFile(join(dataDir, 'secret.key'), 'the key', { mode: 0o600 });
  for (const path of ['a/1', 'a/2', 'b/3']) await put(path);
});
afterEach(() => db.destroy());

/** Adds the file before its row, as the image host does. */
async function put(path: string): Promise<void> {
  await mkdir(join(dataDir, 'files', dirname(path)), { recursive: true });
  await writeFile(join(dataDir, 'files', path), `content of ${path}`);
  await shelf(db).insertInto('shelf').values({ path }).execute();
}
async function remove(path: string): Promise<void> {
  await shelf(db).deleteFrom('shelf').where('path', '=', path).execute();
  await rm(join(dataDir, 'files', path));
}

/** Yields the referenced files in order, and calls `onFile` before each. */
const files = (onFile: (path: string) => Promise<void> = async () => {}): BackupFiles =>
  async function* (snapshot) {
    for (const { path } of await shelf(snapshot).selectFrom('shelf').selectAll().orderBy('path').execute()) {
      await onFile(path);
      yield { path: `files/${path}`, needed: true };
    }
  };
const createTestBackup = (filesOf = files()) => createBackup({ dataDir, to, filesOf, clock: Date.now });

async function readBackup() {
  const copy = await openSqliteSnapshot(join(to, 'blood-buddies.db'));
  const rows = await shelf(copy).selectFrom('shelf').selectAll().orderBy('path').execute();
  await copy.destroy();
  const existing = readdirSync(join(to, 'files'), { recursive: true }).map(String);
  return {
    rows: rows.map(({ path }) => path),
    files: existing.filter((path) => statSync(join(to, 'files', path)).isFile()).sort(),
  };
}

test('leaves out a file that is deleted after the database was copied, and its row', async () => {
  let count = 0;
  const { gone } = await createTestBackup(
    files(async (path) => {
      count += 1;
      if (count === 2) await remove(path);
    }),
  );
  expect(await readBackup()).toEqual({ rows: ['a/1', 'b/3'], files: ['a/1', 'b/3'] });
  expect(gone).toEqual([]);
});

test('keeps a file that was copied and then deleted only if the copied database refers to it', async () => {
  /** Calls `change` once, while the last file is copied. */
  const backUpDuring = async (change: () => Promise<void>) => {
    let hasChanged = false;
    await createTestBackup(
      files(async (path) => {
        if (path !== 'b/3' || hasChanged) return;
        hasChanged = true;
        await change();
      }),
    );
    return readBackup();
  };
  const first = await backUpDuring(async () => {
    await remove('a/1');
    await put('c/4');
  });
  expect(first).toEqual({ rows: ['a/1', 'a/2', 'b/3'], files: ['a/1', 'a/2', 'b/3'] });
  await rm(to, { recursive: true });
  const second = await backUpDuring(async () => {
    await remove('a/2');
    await remove('b/3');
  });
  expect(second).toEqual({ rows: ['c/4'], files: ['c/4'] });
});

test('reports a file that the site has lost, and backs up the rest', async () => {
  await rm(join(dataDir, 'files', 'a/2'));
  const { gone } = await createTestBackup();
  expect(gone).toEqual(['files/a/2']);
  expect(await readBackup()).toEqual({ rows: ['a/1', 'a/2', 'b/3'], files: ['a/1', 'b/3'] });
});

test('leaves an interrupted backup as .unfinished, and replaces it the next time', async () => {
  const broken = createTestBackup(files(() => Promise.reject(new Error('the disk is full'))));
  await expect(broken).rejects.toThrow('the disk is full');
  expect(readdirSync(folder).sort()).toEqual(['backup.unfinished', 'data']);
  await createTestBackup();
  expect(readdirSync(folder).sort()).toEqual(['backup', 'data']);
  await expect(createTestBackup()).rejects.toThrow(`${to} is not empty. Use a new folder for each backup.`);
});

test('makes files private and copies the key unchanged', async () => {
  await createTestBackup();
  const modes = ['', 'manifest.json', 'blood-buddies.db', 'secret.key', 'files/a/1'].map(
    (path) => statSync(join(to, path)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600, 0o600]);
  expect(readFileSync(join(to, 'secret.key'), 'utf8')).toBe('the key');
});

const restored = ['blood-buddies.db', 'files', 'restored-from-backup', 'secret.key', 'server.lock'];
const isReferenced = (path: string) => path.startsWith('files/');
const restore = () => restoreBackup({ from: to, dataDir: join(folder, 'new'), services, isReferenced });

async function replaceWithPipe(path: string): Promise<void> {
  await rm(join(to, path));
  execFileSync('mkfifo', [join(to, path)]);
}

/** Replaces a file or folder by a link to its former content. */
async function replaceWithLink(path: string): Promise<void> {
  await rename(join(to, path), join(folder, 'elsewhere'));
  await symlink(join(folder, 'elsewhere'), join(to, path));
}

test('says what a restore would bring', async () => {
  await createTestBackup();
  const { manifest, engine, schema, rows } = await inspectBackup({ from: to, services, isReferenced });
  expect({ engine, schema, files: manifest.files.length }).toEqual({
    engine: 'sqlite',
    schema: 'same',
    files: 5,
  });
  expect(rows.get('shelf')).toBe(3);
});

test.each<[what: string, line: RegExp, damage: () => Promise<unknown>]>([
  ['a file is missing', /incomplete: files\/a\/1 is missing/, () => rm(join(to, 'files/a/1'))],
  ['a file has changed', /damaged: files\/a\/1/, () => writeFile(join(to, 'files/a/1'), 'content of a/2')],
  [
    'the manifest is cut off',
    /no complete backup/,
    () => writeFile(join(to, 'manifest.json'), '{"format":1,"fi'),
  ],
  ['the manifest is missing', /no complete backup/, () => rm(join(to, 'manifest.json'))],
  [
    'the manifest names a file outside the backup',
    /no complete backup/,
    async () => {
      const file = join(to, 'manifest.json');
      await writeFile(file, readFileSync(file, 'utf8').replace('files/a/1', 'files/../../data/secret.key'));
    },
  ],
  [
    'the manifest is a pipe',
    /contains manifest\.json, which is a link or/,
    () => replaceWithPipe('manifest.json'),
  ],
  ['a file is a pipe', /contains files\/a\/1, which is a link or/, () => replaceWithPipe('files/a/1')],
  ['a file is a link', /contains secret\.key, which is a link or/, () => replaceWithLink('secret.key')],
  ['a folder is a link', /contains files\/a, which is a link or/, () => replaceWithLink('files/a')],
  [
    'a file is not part of a site',
    /contains letters\/a\/1, which is not part of a site/,
    async () => {
      await rename(join(to, 'files'), join(to, 'letters'));
      const file = join(to, 'manifest.json');
      await writeFile(file, readFileSync(file, 'utf8').replaceAll('files/', 'letters/'));
    },
  ],
  [
    'the manifest names no database',
    /incomplete: blood-buddies\.db is missing/,
    async () => {
      const file = join(to, 'manifest.json');
      const manifest = JSON.parse(readFileSync(file, 'utf8'));
      const files = manifest.files.filter(({ path }: { path: string }) => path !== 'blood-buddies.db');
      await writeFile(file, JSON.stringify({ ...manifest, files }));
    },
  ],
])('restores nothing when %s', async (_, line, damage) => {
  await createTestBackup();
  await damage();
  await expect(restore()).rejects.toThrow(line);
  expect(readdirSync(folder)).not.toContain('new');
});

test('rejects a backup of a newer version, but not of an older one', async () => {
  await createTestBackup();
  const olderVersion = { service: 'shelf', steps: {} };
  const newer = restoreBackup({
    from: to,
    dataDir: join(folder, 'new'),
    services: [platformMigrations, olderVersion],
    isReferenced,
  });
  await expect(newer).rejects.toThrow('The backup was written by a newer version');
  const later = { service: 'later', steps: shelves.steps };
  await restoreBackup({
    from: to,
    dataDir: join(folder, 'new'),
    services: [...services, later],
    isReferenced,
  });
  expect(readdirSync(join(folder, 'new')).sort()).toEqual(restored);
});

test('restores only into an empty DATA_DIR; empty folders are allowed', async () => {
  await createTestBackup();
  await mkdir(join(folder, 'new', 'files', 'empty'), { recursive: true });
  await writeFile(join(folder, 'new', 'files', 'other.txt'), 'other content');
  await expect(restore()).rejects.toThrow(/new is not empty: it contains .*other\.txt/);
  expect(readFileSync(join(folder, 'new', 'files', 'other.txt'), 'utf8')).toBe('other content');
  await rm(join(folder, 'new', 'files', 'other.txt'));
  await restore();
  expect(readFileSync(join(folder, 'new', 'files', 'a/1'), 'utf8')).toBe('content of a/1');
});

test('completes a restore that was interrupted while moving files, and removes nothing else', async () => {
  await createTestBackup();
  await restore();
  const [site, draft] = [join(folder, 'new'), join(folder, 'new', '.restoring')];
  await mkdir(join(draft, 'whole'), { recursive: true });
  await rename(join(site, 'blood-buddies.db'), join(draft, 'whole', 'blood-buddies.db'));
  await writeFile(join(site, 'files', 'a/1'), 'partial content');
  expect(() => openDataFolder(site)).toThrow('a restore was interrupted');
  await restore();
  expect(readdirSync(site).sort()).toEqual(restored);
  expect(readFileSync(join(site, 'files', 'a/1'), 'utf8')).toBe('content of a/1');

  await mkdir(join(draft, 'copying'), { recursive: true });
  await expect(restore()).rejects.toThrow('new is not empty');
  expect(readFileSync(join(site, 'files', 'a/1'), 'utf8')).toBe('content of a/1');
});
