import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { lockDataDir } from '../database/lock.ts';
import { tableNames } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { SetupError } from '../errors.ts';
import { syncFolder } from '../files/atomic-write.ts';
import {
  databaseFile,
  ERASED_ACCOUNTS,
  openDataFolder,
  RESTORED_MARK,
  UNFINISHED_RESTORE,
} from '../files/data-folder.ts';
import { copyFile, type Manifest, syncFolders } from './files.ts';
import { type BackupReader, hasFile, inspectBackup } from './inspect.ts';
import { dumpFile, type PostgresSite, restoreDump } from './postgres-dump.ts';
import { requireContent } from './read-back.ts';

export type RestoreOptions = BackupReader & {
  dataDir: string;
  /** The empty database for a backup of PostgreSQL. */
  postgres?: PostgresSite | undefined;
};

/**
 * Checks all files of a backup and restores them into an empty DATA_DIR, through a temporary folder in it.
 * While this folder exists, the site does not start. An interrupted restore can be run again.
 * @throws SetupError if the backup is incomplete or contains foreign files, a site is running, or DATA_DIR or
 * the database is not empty
 */
export async function restoreBackup({ dataDir, postgres, ...reader }: RestoreOptions): Promise<Manifest> {
  const { from } = reader;
  const { manifest, engine } = await inspectBackup(reader);
  if (engine === 'postgresql' && !postgres)
    throw new SetupError('This backup is of PostgreSQL. Set DATABASE_URL to an empty database.');
  if (engine === 'sqlite' && postgres)
    throw new SetupError(
      'DATABASE_URL is set: that site does not read DATA_DIR. Unset it to restore a backup.',
    );
  const draft = join(dataDir, UNFINISHED_RESTORE);
  if (!existsSync(draft)) openDataFolder(dataDir);
  const lock = lockDataDir(
    dataDir,
    `A site is running on DATA_DIR ${dataDir}. Restore into an empty folder instead.`,
  );
  try {
    // A restore that was interrupted in its last step has already moved some files to DATA_DIR.
    if (!existsSync(join(draft, complete))) await requireEmpty(dataDir);
    if (postgres) await restorePostgres(join(from, dumpFile), postgres);
    await installBackup(from, dataDir, manifest);
  } finally {
    lock.release();
  }
  return manifest;
}

/** Restores the database in one transaction. */
async function restorePostgres(dump: string, postgres: PostgresSite): Promise<void> {
  const db = await openDatabase({ url: postgres.url, connections: 6 });
  try {
    if ((await tableNames(db)).size > 0)
      throw new SetupError('The database in DATABASE_URL is not empty. Create an empty one for the restore.');
  } finally {
    await db.destroy();
  }
  await restoreDump(dump, postgres);
}

/**
 * Subfolders of an unfinished restore. The files are in the first until all are copied, then in the second.
 */
const [copying, complete] = ['copying', 'whole'];

async function installBackup(from: string, dataDir: string, manifest: Manifest): Promise<void> {
  const files = manifest.files.filter(({ path }) => path !== dumpFile);
  const draft = join(dataDir, UNFINISHED_RESTORE);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await syncFolder(dataDir);
  const [incompleteFolder, completeFolder] = [join(draft, copying), join(draft, complete)];
  await rm(incompleteFolder, { recursive: true, force: true });
  await mkdir(incompleteFolder, { mode: 0o700 });
  for (const file of files)
    requireContent(file, await copyFile(join(from, file.path), join(incompleteFolder, file.path)));
  // A site on PostgreSQL notices the restore by the database's id instead.
  if (hasFile(manifest, databaseFile))
    await writeFile(join(incompleteFolder, RESTORED_MARK), `${manifest.madeAt}\n`, {
      mode: 0o600,
      flush: true,
    });
  await syncFolders(incompleteFolder, files);
  await rm(completeFolder, { recursive: true, force: true });
  await rename(incompleteFolder, completeFolder);
  await syncFolder(draft);
  for (const name of await readdir(completeFolder)) {
    await rm(join(dataDir, name), { recursive: true, force: true });
    await rename(join(completeFolder, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
  await rm(draft, { recursive: true });
  await syncFolder(dataDir);
}

/**
 * Throws unless DATA_DIR is empty. Ignores empty folders, an unfinished restore, the list of deleted
 * accounts, and the lock file, which this process holds (database/lock.ts).
 */
async function requireEmpty(dataDir: string): Promise<void> {
  const draft = join(dataDir, UNFINISHED_RESTORE);
  const existing = await readdir(dataDir, { recursive: true, withFileTypes: true });
  for (const entry of existing) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || path.startsWith(join(draft, sep)) || entry.name.startsWith('server.lock'))
      continue;
    if (path === join(dataDir, ERASED_ACCOUNTS)) continue;
    throw new SetupError(
      `DATA_DIR ${dataDir} is not empty: it contains ${path}. Empty it, or choose another DATA_DIR.`,
    );
  }
}
