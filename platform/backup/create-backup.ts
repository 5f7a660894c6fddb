import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '../database/open.ts';
import { copySqlite, openSqliteSnapshot } from '../database/sqlite-snapshot.ts';
import { SetupError } from '../errors.ts';
import { syncFolder } from '../files/atomic-write.ts';
import { databaseFile, keyFile } from '../files/data-folder.ts';
import type { Clock } from '../time.ts';
import {
  checksumFile,
  copyFile,
  type FileChecksum,
  ignoreMissing,
  type Manifest,
  syncFolders,
  writeManifest,
} from './files.ts';

export type BackupFiles = (db: Database) => AsyncIterable<{ path: string; needed: boolean }>;

export type Backup = {
  dataDir: string;
  /** A folder that does not exist yet or is empty. */
  to: string;
  /**
   * Yields the files below DATA_DIR that the database refers to. The site must delete a row before its file.
   */
  filesOf: BackupFiles;
  /** Returns the heads of the log in the copied database. */
  headsOf?: (db: Database) => Promise<string[]>;
  clock: Clock;
};

/**
 * Backs up a SQLite site while it runs: a snapshot of the database, `secret.key`, and the files that the
 * database refers to. The folder is renamed last, so that a folder without `.unfinished` is complete.
 * @throws SetupError when there is no site, or the target folder is not empty
 */
export async function createBackup({ dataDir, to, filesOf, headsOf, clock }: Backup): Promise<Manifest> {
  await requireEmpty(to);
  const draft = `${to}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const { madeAt, pictures, gone } = await copySite(dataDir, draft, filesOf, clock);
  const key = await copyFile(join(dataDir, keyFile), join(draft, keyFile));
  const database = await checksumFile(join(draft, databaseFile));
  const files = [
    ...(database ? [{ path: databaseFile, ...database }] : []),
    ...(key ? [{ path: keyFile, ...key }] : []),
    ...[...pictures].map(([path, content]) => ({ path, ...content })),
  ];
  const heads = headsOf && (await readCopy(join(draft, databaseFile), headsOf));
  const manifest: Manifest = { format: 1, madeAt, files, gone, ...(heads && { heads }) };
  await writeManifest(draft, manifest);
  await syncFolders(draft, files);
  await rmdir(to).catch(ignoreMissing);
  await rename(draft, to);
  await syncFolder(dirname(to));
  return manifest;
}

/**
 * Copies the database, then the files that it refers to. A missing file was probably deleted in the meantime,
 * so the database is copied again. If that copy still refers to the file, the file is lost.
 */
async function copySite(dataDir: string, draft: string, filesOf: BackupFiles, clock: Clock) {
  const pictures = new Map<string, FileChecksum>();
  for (let missingBefore = new Set<string>(); ; ) {
    const madeAt = new Date(clock()).toISOString();
    await rm(join(draft, databaseFile), { force: true });
    copySqlite(join(dataDir, databaseFile), join(draft, databaseFile));
    const { referenced, missing } = await copyReferenced(dataDir, draft, filesOf, pictures);
    if (missing.some((path) => !missingBefore.has(path))) {
      missingBefore = new Set(missing);
      continue;
    }
    // Remove files that their owner deleted during the backup.
    for (const path of [...pictures.keys()].filter((path) => !referenced.has(path))) {
      await rm(join(draft, path));
      pictures.delete(path);
    }
    return { madeAt, pictures, gone: missing };
  }
}

async function readCopy<Result>(file: string, read: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await openSqliteSnapshot(file);
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

async function copyReferenced(
  dataDir: string,
  draft: string,
  filesOf: BackupFiles,
  pictures: Map<string, FileChecksum>,
) {
  const db = await openSqliteSnapshot(join(draft, databaseFile));
  const referenced = new Set<string>();
  const missing: string[] = [];
  try {
    for await (const { path, needed } of filesOf(db)) {
      referenced.add(path);
      if (pictures.has(path)) continue;
      const content = await copyFile(join(dataDir, path), join(draft, path));
      if (content) pictures.set(path, content);
      else if (needed) missing.push(path);
    }
    return { referenced, missing };
  } finally {
    await db.destroy();
  }
}

async function requireEmpty(to: string): Promise<void> {
  const existing = await readdir(to).catch(ignoreMissing);
  if (existing && existing.length > 0)
    throw new SetupError(`${to} is not empty. Use a new folder for each backup.`);
}
