import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { lockDataDir } from '../database/lock.ts';
import { getSchemaState, type Migrations } from '../database/migrate.ts';
import { openSqliteSnapshot } from '../database/sqlite-snapshot.ts';
import { SetupError } from '../errors.ts';
import { syncFolder } from '../files/atomic-write.ts';
import {
  databaseFile,
  ERASED_ACCOUNTS,
  keyFile,
  openDataFolder,
  RESTORED_MARK,
  UNFINISHED_RESTORE,
} from '../files/data-folder.ts';
import {
  checksumFile,
  copyFile,
  type FileChecksum,
  type Manifest,
  readManifest,
  requirePlainFile,
  syncFolders,
} from './files.ts';

export type RestoreOptions = {
  /** The backup's folder. */
  from: string;
  dataDir: string;
  services: readonly Migrations[];
  /** Returns whether the database refers to the file at this path. */
  isReferenced: (path: string) => boolean;
};

/**
 * Checks all files of a backup and restores them into an empty DATA_DIR, through a temporary folder in it.
 * While this folder exists, the site does not start. An interrupted restore can be run again.
 * @throws SetupError if the backup is incomplete or contains foreign files, a site is running, or DATA_DIR is
 * not empty
 */
export async function restoreBackup({
  from,
  dataDir,
  services,
  isReferenced,
}: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(from);
  for (const { path } of manifest.files) {
    if (path !== databaseFile && path !== keyFile && !isReferenced(path))
      throw new SetupError(`The backup contains ${path}, which is not part of a site.`);
    await requirePlainFile(from, path);
  }
  if (!manifest.files.some(({ path }) => path === databaseFile))
    throw new SetupError(`The backup is incomplete: ${databaseFile} is missing.`);
  for (const file of manifest.files) requireContent(file, await checksumFile(join(from, file.path)));
  await requireSupportedVersion(join(from, databaseFile), services);
  const draft = join(dataDir, UNFINISHED_RESTORE);
  if (!existsSync(draft)) openDataFolder(dataDir);
  const lock = lockDataDir(
    dataDir,
    `A site is running on DATA_DIR ${dataDir}. Restore into an empty folder instead.`,
  );
  try {
    // A restore that was interrupted in its last step has already moved some files to DATA_DIR.
    if (!existsSync(join(draft, complete))) await requireEmpty(dataDir);
    await installBackup(from, dataDir, manifest);
  } finally {
    lock.release();
  }
  return manifest;
}

/**
 * Subfolders of an unfinished restore. The files are in the first until all are copied, then in the second.
 */
const [copying, complete] = ['copying', 'whole'];

async function installBackup(from: string, dataDir: string, { files, madeAt }: Manifest): Promise<void> {
  const draft = join(dataDir, UNFINISHED_RESTORE);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await syncFolder(dataDir);
  const [incompleteFolder, completeFolder] = [join(draft, copying), join(draft, complete)];
  await rm(incompleteFolder, { recursive: true, force: true });
  for (const file of files)
    requireContent(file, await copyFile(join(from, file.path), join(incompleteFolder, file.path)));
  await writeFile(join(incompleteFolder, RESTORED_MARK), `${madeAt}\n`, { mode: 0o600, flush: true });
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

function requireContent(file: Manifest['files'][number], found: FileChecksum | undefined): void {
  if (!found) throw new SetupError(`The backup is incomplete: ${file.path} is missing.`);
  if (found.bytes !== file.bytes || found.sha256 !== file.sha256)
    throw new SetupError(`The backup is damaged: ${file.path} has changed.`);
}

async function requireSupportedVersion(file: string, services: readonly Migrations[]): Promise<void> {
  const db = await openSqliteSnapshot(file);
  try {
    const version = await getSchemaState(db, services);
    if (version === 'none') throw new SetupError('The backup contains no Blood Buddies site.');
    if (version === 'newer')
      throw new SetupError(
        'The backup was written by a newer version of Blood Buddies. Run this command from that version.',
      );
  } finally {
    await db.destroy();
  }
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
