import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { lockDataDir } from '../../database/lock.ts';
import { type Migrations, versionOf } from '../../database/migrate.ts';
import { databaseFile, openSqliteSnapshot } from '../../database/sqlite-snapshot.ts';
import { SetupError } from '../../errors.ts';
import { syncFolder } from '../atomic-write.ts';
import { openDataFolder, RESTORED_MARK, UNFINISHED_RESTORE } from '../data-folder.ts';
import { type Content, copyFile, listContent, type Manifest, readManifest, syncFolders } from './files.ts';

export type RestoreResult = {
  /** The backup's folder. */
  from: string;
  dataDir: string;
  services: readonly Migrations[];
};

/**
 * Puts a backup into an empty DATA_DIR. All of it is checked before anything is changed. It is copied to a folder of
 * its own in DATA_DIR, which may be where a disk is mounted; while that folder is there no site starts, and broken off
 * anywhere, the restore is run again.
 * @throws SetupError when the backup is not whole, when the site runs, or when DATA_DIR is not empty
 */
export async function restoreBackup({ from, dataDir, services }: RestoreResult): Promise<Manifest> {
  const manifest = await readManifest(from);
  for (const file of manifest.files) assertContent(file, await listContent(join(from, file.path)));
  await assertVersion(join(from, databaseFile), services);
  const draft = join(dataDir, UNFINISHED_RESTORE);
  if (!existsSync(draft)) openDataFolder(dataDir);
  const lock = lockDataDir(
    dataDir,
    `A site runs on DATA_DIR ${dataDir}. Restore into an empty folder, and start a site on that.`,
  );
  try {
    // One that broke off while its files got their places has left some there.
    if (!existsSync(join(draft, whole))) await assertEmpty(dataDir);
    await putIn(from, dataDir, manifest);
  } finally {
    lock.release();
  }
  return manifest;
}

/** In the folder of an unfinished restore: before all files are there, and then. */
const [copying, whole] = ['copying', 'whole'];

async function putIn(from: string, dataDir: string, { files, madeAt }: Manifest): Promise<void> {
  const draft = join(dataDir, UNFINISHED_RESTORE);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await syncFolder(dataDir);
  const [growing, grown] = [join(draft, copying), join(draft, whole)];
  await rm(growing, { recursive: true, force: true });
  for (const file of files)
    assertContent(file, await copyFile(join(from, file.path), join(growing, file.path)));
  await writeFile(join(growing, RESTORED_MARK), `${madeAt}\n`, { mode: 0o600, flush: true });
  await syncFolders(growing, files);
  await rm(grown, { recursive: true, force: true });
  await rename(growing, grown);
  await syncFolder(draft);
  for (const name of await readdir(grown)) {
    await rm(join(dataDir, name), { recursive: true, force: true });
    await rename(join(grown, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
  await rm(draft, { recursive: true });
  await syncFolder(dataDir);
}

function assertContent(file: Manifest['files'][number], found: Content | undefined): void {
  if (!found) throw new SetupError(`The backup is not whole: ${file.path} is missing.`);
  if (found.bytes !== file.bytes || found.sha256 !== file.sha256)
    throw new SetupError(`The backup is damaged: ${file.path} is not what was written there.`);
}

async function assertVersion(file: string, services: readonly Migrations[]): Promise<void> {
  const db = await openSqliteSnapshot(file);
  try {
    const version = await versionOf(db, services);
    if (version === 'none') throw new SetupError('The backup holds no site of ours.');
    if (version === 'newer')
      throw new SetupError('The backup is of a newer version. Restore it with the command of that version.');
  } finally {
    await db.destroy();
  }
}

/** Folders without files do not count, nor the lock, which we hold (database/lock.ts). */
async function assertEmpty(dataDir: string): Promise<void> {
  const draft = join(dataDir, UNFINISHED_RESTORE);
  const there = await readdir(dataDir, { recursive: true, withFileTypes: true });
  for (const each of there) {
    const path = join(each.parentPath, each.name);
    if (each.isDirectory() || path.startsWith(join(draft, sep)) || each.name.startsWith('server.lock'))
      continue;
    throw new SetupError(
      `DATA_DIR ${dataDir} is not empty: ${path} is there. Move all of it away, or name another DATA_DIR.`,
    );
  }
}
