import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '../../database/open.ts';
import { copySqlite, databaseFile, openSqliteSnapshot } from '../../database/sqlite-snapshot.ts';
import { SetupError } from '../../errors.ts';
import { keyFile } from '../../security/secrets.ts';
import type { Clock } from '../../time.ts';
import { syncFolder } from '../atomic-write.ts';
import { type Content, copyFile, listContent, type Manifest, syncFolders, writeManifest } from './files.ts';

export type BackupFiles = (db: Database) => AsyncIterable<{ path: string; needed: boolean }>;

export type Backup = {
  dataDir: string;
  /** A folder that is not there yet, or is empty. */
  to: string;
  /** The files below DATA_DIR that a database's rows name. A row is out of sight before its file goes. */
  filesOf: BackupFiles;
  clock: Clock;
};

/**
 * Copies an embedded site while it runs: the database as it stands at one moment, `secret.key`, and every file that
 * its rows name. The folder gets its name last, so that one that is there is whole.
 * @throws SetupError when there is no site, or something in the way
 */
export async function createBackup({ dataDir, to, filesOf, clock }: Backup): Promise<Manifest> {
  await assertFree(to);
  const draft = `${to}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const { madeAt, pictures, gone } = await copySite(dataDir, draft, filesOf, clock);
  const key = await copyFile(join(dataDir, keyFile), join(draft, keyFile));
  const database = await listContent(join(draft, databaseFile));
  const files = [
    ...(database ? [{ path: databaseFile, ...database }] : []),
    ...(key ? [{ path: keyFile, ...key }] : []),
    ...[...pictures].map(([path, content]) => ({ path, ...content })),
  ];
  const manifest: Manifest = { format: 1, madeAt, files, gone };
  await writeManifest(draft, manifest);
  await syncFolders(draft, files);
  await rmdir(to).catch(ignoreMissing);
  await rename(draft, to);
  await syncFolder(dirname(to));
  return manifest;
}

/**
 * First the database, then the files of its rows. A file that has gone in between was deleted by its owner: the
 * database is taken once more, whose rows no longer name it. What is missing twice, before and after a copy whose rows
 * name it, the site itself has lost. Files that are here already are not read again, so a further round is short.
 */
async function copySite(dataDir: string, draft: string, filesOf: BackupFiles, clock: Clock) {
  const pictures = new Map<string, Content>();
  for (let missedBefore = new Set<string>(); ; ) {
    const madeAt = new Date(clock()).toISOString();
    await rm(join(draft, databaseFile), { force: true });
    copySqlite(join(dataDir, databaseFile), join(draft, databaseFile));
    const { named, missed } = await copyNamed(dataDir, draft, filesOf, pictures);
    if (missed.some((path) => !missedBefore.has(path))) {
      missedBefore = new Set(missed);
      continue;
    }
    // What was deleted while we copied is not kept behind its owner's back.
    for (const path of [...pictures.keys()].filter((path) => !named.has(path))) {
      await rm(join(draft, path));
      pictures.delete(path);
    }
    return { madeAt, pictures, gone: missed };
  }
}

async function copyNamed(
  dataDir: string,
  draft: string,
  filesOf: BackupFiles,
  pictures: Map<string, Content>,
) {
  const db = await openSqliteSnapshot(join(draft, databaseFile));
  const named = new Set<string>();
  const missed: string[] = [];
  try {
    for await (const { path, needed } of filesOf(db)) {
      named.add(path);
      if (pictures.has(path)) continue;
      const content = await copyFile(join(dataDir, path), join(draft, path));
      if (content) pictures.set(path, content);
      else if (needed) missed.push(path);
    }
    return { named, missed };
  } finally {
    await db.destroy();
  }
}

async function assertFree(to: string): Promise<void> {
  const there = await readdir(to).catch(ignoreMissing);
  if (there && there.length > 0)
    throw new SetupError(`${to} is not empty. Name a new folder for each backup.`);
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
