import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '../database/open.ts';
import { SetupError } from '../errors.ts';
import { syncFolder } from '../files/atomic-write.ts';
import { keyFile } from '../files/data-folder.ts';
import type { Clock } from '../time.ts';
import { createPostgresCopier, createSqliteCopier, type DatabaseCopier } from './database-copy.ts';
import {
  checksumFile,
  copyFile,
  type FileChecksum,
  ignoreMissing,
  type Manifest,
  syncFolders,
  writeManifest,
} from './files.ts';
import { dumpFile, type PostgresSite, readDump } from './postgres-dump.ts';
import { requireIntactFiles } from './read-back.ts';

export type BackupFiles = (db: Database) => AsyncIterable<{ path: string; needed: boolean }>;

export type Backup = {
  dataDir: string;
  /** Where the database is, unless it is in DATA_DIR. */
  postgres?: PostgresSite | undefined;
  /** The version of the site. */
  version?: string;
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
 * Backs up a site while it runs: a snapshot of the database, `secret.key`, and the files that the database
 * refers to. The backup is read back, and its folder is renamed last, so that a folder without `.unfinished`
 * is complete and readable.
 * @throws SetupError when there is no site, or the target folder is not empty
 */
export async function createBackup({
  dataDir,
  postgres,
  version,
  to,
  ...options
}: Backup): Promise<Manifest> {
  await requireEmpty(to);
  const draft = `${to}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const copier = postgres ? createPostgresCopier(postgres) : createSqliteCopier(dataDir);
  const { madeAt, pictures, gone, heads } = await copySite(dataDir, draft, copier, options);
  const key = await copyFile(join(dataDir, keyFile), join(draft, keyFile));
  const database = await checksumFile(join(draft, copier.file));
  const files = [
    ...(database ? [{ path: copier.file, ...database }] : []),
    ...(key ? [{ path: keyFile, ...key }] : []),
    ...[...pictures].map(([path, content]) => ({ path, ...content })),
  ];
  const manifest: Manifest = {
    format: 1,
    madeAt,
    files,
    gone,
    ...(version !== undefined && { version }),
    ...(heads && { heads }),
  };
  await writeManifest(draft, manifest);
  await syncFolders(draft, files);
  await requireIntactFiles(draft, manifest);
  // The copy of a SQLite database has been checked already (copySqlite).
  if (postgres) await readDump(join(draft, dumpFile), postgres.path);
  await rmdir(to).catch(ignoreMissing);
  await rename(draft, to);
  await syncFolder(dirname(to));
  return manifest;
}

/**
 * Copies the database, then the files that it refers to. A missing file was probably deleted in the meantime,
 * so the database is copied again. If that copy still refers to the file, the file is lost.
 */
async function copySite(
  dataDir: string,
  draft: string,
  copier: DatabaseCopier,
  { filesOf, headsOf, clock }: Pick<Backup, 'filesOf' | 'headsOf' | 'clock'>,
) {
  const pictures = new Map<string, FileChecksum>();
  for (let missingBefore = new Set<string>(); ; ) {
    const madeAt = new Date(clock()).toISOString();
    await rm(join(draft, copier.file), { force: true });
    const { referenced, missing, heads } = await copier.copy(join(draft, copier.file), async (db) => ({
      ...(await copyReferenced(dataDir, draft, filesOf(db), pictures)),
      heads: await headsOf?.(db),
    }));
    if (missing.some((path) => !missingBefore.has(path))) {
      missingBefore = new Set(missing);
      continue;
    }
    // Remove files that their owner deleted during the backup.
    for (const path of [...pictures.keys()].filter((path) => !referenced.has(path))) {
      await rm(join(draft, path));
      pictures.delete(path);
    }
    return { madeAt, pictures, gone: missing, heads };
  }
}

async function copyReferenced(
  dataDir: string,
  draft: string,
  files: ReturnType<BackupFiles>,
  pictures: Map<string, FileChecksum>,
) {
  const referenced = new Set<string>();
  const missing: string[] = [];
  for await (const { path, needed } of files) {
    referenced.add(path);
    if (pictures.has(path)) continue;
    const content = await copyFile(join(dataDir, path), join(draft, path));
    if (content) pictures.set(path, content);
    else if (needed) missing.push(path);
  }
  return { referenced, missing };
}

async function requireEmpty(to: string): Promise<void> {
  const existing = await readdir(to).catch(ignoreMissing);
  if (existing && existing.length > 0)
    throw new SetupError(`${to} is not empty. Use a new folder for each backup.`);
}
