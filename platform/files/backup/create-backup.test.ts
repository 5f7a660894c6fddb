import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Migrations, migrate } from '../../database/migrate.ts';
import { type Database, openDatabase } from '../../database/open.ts';
import { platformMigrations } from '../../database/schema/migrations.ts';
import { openSqliteSnapshot } from '../../database/sqlite-snapshot.ts';
import { openDataFolder } from '../data-folder.ts';
import { type BackupFiles, createBackup } from './create-backup.ts';
import { restoreBackup } from './restore.ts';

const shelves: Migrations = {
  service: 'shelf',
  steps: {
    '0001-start': {
      up: (db) =>
        db.schema
          .createTable('shelf')
          .addColumn('path', 'text', (c) => c.primaryKey())
          .execute(),
    },
  },
};
const services = [platformMigrations, shelves];
const shelf = (db: Database) => db.withTables<{ shelf: { path: string } }>();

let folder: string;
let dataDir: string;
let to: string;
let db: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-backup-'));
  [dataDir, to] = [join(folder, 'data'), join(folder, 'backup')];
  db = await openDatabase({ dataDir });
  await migrate(db, services);
  await writeFile(join(dataDir, 'secret.key'), 'the key', { mode: 0o600 });
  for (const path of ['a/1', 'a/2', 'b/3']) await put(path);
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

/** The file, then its row; and away the other way round, as the image host has it. */
async function put(path: string): Promise<void> {
  await mkdir(join(dataDir, 'files', dirname(path)), { recursive: true });
  await writeFile(join(dataDir, 'files', path), `content of ${path}`);
  await shelf(db).insertInto('shelf').values({ path }).execute();
}
async function remove(path: string): Promise<void> {
  await shelf(db).deleteFrom('shelf').where('path', '=', path).execute();
  await rm(join(dataDir, 'files', path));
}

/** The files that the rows name, in their order; `before` is called ahead of each. */
const files = (before: (path: string) => Promise<void> = async () => {}): BackupFiles =>
  async function* (snapshot) {
    for (const { path } of await shelf(snapshot).selectFrom('shelf').selectAll().orderBy('path').execute()) {
      await before(path);
      yield { path: `files/${path}`, needed: true };
    }
  };
const make = (filesOf = files()) => createBackup({ dataDir, to, filesOf, clock: Date.now });

async function backedUp() {
  const copy = await openSqliteSnapshot(join(to, 'blood-buddies.db'));
  const rows = await shelf(copy).selectFrom('shelf').selectAll().orderBy('path').execute();
  await copy.destroy();
  const existing = readdirSync(join(to, 'files'), { recursive: true }).map(String);
  return {
    rows: rows.map(({ path }) => path),
    files: existing.filter((path) => statSync(join(to, 'files', path)).isFile()).sort(),
  };
}

test('a file that is deleted after the database was copied is in neither', async () => {
  let asked = 0;
  const { gone } = await make(
    files(async (path) => {
      asked += 1;
      if (asked === 2) await remove(path);
    }),
  );
  expect(await backedUp()).toEqual({ rows: ['a/1', 'b/3'], files: ['a/1', 'b/3'] });
  expect(gone).toEqual([]);
});

test('a file that was copied and then deleted is kept as long as the row that names it, and no longer', async () => {
  /** While the last file is copied, once. */
  const makeWhile = async (change: () => Promise<void>) => {
    let changed = false;
    await make(
      files(async (path) => {
        if (path !== 'b/3' || changed) return;
        changed = true;
        await change();
      }),
    );
    return backedUp();
  };
  const first = await makeWhile(async () => {
    await remove('a/1');
    await put('c/4');
  });
  expect(first).toEqual({ rows: ['a/1', 'a/2', 'b/3'], files: ['a/1', 'a/2', 'b/3'] });
  await rm(to, { recursive: true });
  const second = await makeWhile(async () => {
    await remove('a/2');
    await remove('b/3');
  });
  expect(second).toEqual({ rows: ['c/4'], files: ['c/4'] });
});

test('a file that the site itself has lost is told, and no more than that', async () => {
  await rm(join(dataDir, 'files', 'a/2'));
  const { gone } = await make();
  expect(gone).toEqual(['files/a/2']);
  expect(await backedUp()).toEqual({ rows: ['a/1', 'a/2', 'b/3'], files: ['a/1', 'b/3'] });
});

test('a backup that breaks off has no name; the next one takes its place', async () => {
  const broken = make(files(() => Promise.reject(new Error('the disk is full'))));
  await expect(broken).rejects.toThrow('the disk is full');
  expect(readdirSync(folder).sort()).toEqual(['backup.unfinished', 'data']);
  await make();
  expect(readdirSync(folder).sort()).toEqual(['backup', 'data']);
  await expect(make()).rejects.toThrow(`${to} is not empty. Use a new folder for each backup.`);
});

test('files are for this user alone, and the key is as it was', async () => {
  await make();
  const modes = ['', 'manifest.json', 'blood-buddies.db', 'secret.key', 'files/a/1'].map(
    (path) => statSync(join(to, path)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600, 0o600]);
  expect(readFileSync(join(to, 'secret.key'), 'utf8')).toBe('the key');
});

const restored = ['blood-buddies.db', 'files', 'restored-from-backup', 'secret.key', 'server.lock'];
const into = () => restoreBackup({ from: to, dataDir: join(folder, 'new'), services });

test.each<[what: string, line: RegExp, spoil: () => Promise<unknown>]>([
  ['a file is missing', /not whole: files\/a\/1 is missing/, () => rm(join(to, 'files/a/1'))],
  [
    'a file has another content',
    /damaged: files\/a\/1/,
    () => writeFile(join(to, 'files/a/1'), 'content of a/2'),
  ],
  [
    'the manifest is cut off',
    /no complete backup/,
    () => writeFile(join(to, 'manifest.json'), '{"format":1,"fi'),
  ],
  ['the manifest is missing', /no complete backup/, () => rm(join(to, 'manifest.json'))],
  [
    'the manifest names a file elsewhere',
    /no complete backup/,
    async () => {
      const file = join(to, 'manifest.json');
      await writeFile(file, readFileSync(file, 'utf8').replace('files/a/1', 'files/../../data/secret.key'));
    },
  ],
])('nothing is restored when %s', async (_, line, spoil) => {
  await make();
  await spoil();
  await expect(into()).rejects.toThrow(line);
  expect(readdirSync(folder)).not.toContain('new');
});

test('a backup of a newer version is refused, one of an older version is not', async () => {
  await make();
  const without = { service: 'shelf', steps: {} };
  const newer = restoreBackup({
    from: to,
    dataDir: join(folder, 'new'),
    services: [platformMigrations, without],
  });
  await expect(newer).rejects.toThrow('The backup has a newer version');
  const later = { service: 'later', steps: shelves.steps };
  await restoreBackup({ from: to, dataDir: join(folder, 'new'), services: [...services, later] });
  expect(readdirSync(join(folder, 'new')).sort()).toEqual(restored);
});

test('only an empty DATA_DIR is filled; empty folders are fine', async () => {
  await make();
  await mkdir(join(folder, 'new', 'files', 'empty'), { recursive: true });
  await writeFile(join(folder, 'new', 'files', 'somebody.txt'), 'mine');
  await expect(into()).rejects.toThrow(/new is not empty: it contains .*somebody\.txt/);
  expect(readFileSync(join(folder, 'new', 'files', 'somebody.txt'), 'utf8')).toBe('mine');
  await rm(join(folder, 'new', 'files', 'somebody.txt'));
  await into();
  expect(readFileSync(join(folder, 'new', 'files', 'a/1'), 'utf8')).toBe('content of a/1');
});

test('a restore that broke off while files got their places is done again; nothing else is ever removed', async () => {
  await make();
  await into();
  const [site, draft] = [join(folder, 'new'), join(folder, 'new', '.restoring')];
  await mkdir(join(draft, 'whole'), { recursive: true });
  await rename(join(site, 'blood-buddies.db'), join(draft, 'whole', 'blood-buddies.db'));
  await writeFile(join(site, 'files', 'a/1'), 'half of it');
  expect(() => openDataFolder(site)).toThrow('a restore was interrupted');
  await into();
  expect(readdirSync(site).sort()).toEqual(restored);
  expect(readFileSync(join(site, 'files', 'a/1'), 'utf8')).toBe('content of a/1');

  await mkdir(join(draft, 'copying'), { recursive: true });
  await expect(into()).rejects.toThrow('new is not empty');
  expect(readFileSync(join(site, 'files', 'a/1'), 'utf8')).toBe('content of a/1');
});
