import { join } from 'node:path';
import { sql } from 'kysely';
import {
  compareSchema,
  getSchemaState,
  type Migrations,
  type SchemaState,
  tableNames,
} from '../database/migrate.ts';
import { openSqliteSnapshot } from '../database/sqlite-snapshot.ts';
import { SetupError } from '../errors.ts';
import { databaseFile, keyFile } from '../files/data-folder.ts';
import { type Manifest, readManifest } from './files.ts';
import { dumpFile, readDump } from './postgres-dump.ts';
import { requireIntactFiles } from './read-back.ts';

export type BackupReader = {
  /** The backup's folder. */
  from: string;
  services: readonly Migrations[];
  /** Returns whether the database refers to the file at this path. */
  isReferenced: (path: string) => boolean;
  /** Where PostgreSQL's programs are looked for, as in PATH. */
  path?: string | undefined;
};

/** What a restore of this backup would bring. */
export type BackupContents = {
  manifest: Manifest;
  engine: 'sqlite' | 'postgresql';
  schema: Exclude<SchemaState, 'none' | 'newer'>;
  /** The number of rows of each table. */
  rows: Map<string, number>;
};

/**
 * Reads a whole backup: all files, and all rows of the database. Changes nothing.
 * @throws SetupError when it is incomplete, damaged, or of a newer version, or contains foreign files
 */
export async function inspectBackup(reader: BackupReader): Promise<BackupContents> {
  const manifest = await readIntactBackup(reader);
  const engine = hasFile(manifest, dumpFile) ? 'postgresql' : 'sqlite';
  const { from, path, services } = reader;
  const { state, rows } =
    engine === 'sqlite'
      ? await readSqlite(join(from, databaseFile), services)
      : await readPostgres(join(from, dumpFile), services, path);
  return { manifest, engine, schema: requireSupported(state), rows };
}

/** @throws SetupError as above, without reading the rows */
async function readIntactBackup({ from, isReferenced }: BackupReader): Promise<Manifest> {
  const manifest = await readManifest(from);
  const databases = [databaseFile, dumpFile];
  for (const { path } of manifest.files)
    if (!databases.includes(path) && path !== keyFile && !isReferenced(path))
      throw new SetupError(`The backup contains ${path}, which is not part of a site.`);
  if (!databases.some((file) => hasFile(manifest, file)))
    throw new SetupError(`The backup is incomplete: ${databaseFile} is missing.`);
  await requireIntactFiles(from, manifest);
  return manifest;
}

export const hasFile = ({ files }: Manifest, name: string): boolean =>
  files.some(({ path }) => path === name);

async function readSqlite(file: string, services: readonly Migrations[]) {
  const db = await openSqliteSnapshot(file);
  try {
    const { rows: findings } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
    const [found] = findings;
    if (found?.integrity_check !== 'ok')
      throw new SetupError(`The backup is damaged: ${databaseFile}: ${found?.integrity_check}`);
    const rows = new Map<string, number>();
    for (const table of await tableNames(db)) {
      const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`;
      rows.set(table, (await counted.execute(db)).rows[0]?.count ?? 0);
    }
    return { state: await getSchemaState(db, services), rows };
  } finally {
    await db.destroy();
  }
}

async function readPostgres(file: string, services: readonly Migrations[], path: string | undefined) {
  const { rows, migrations } = await readDump(file, path);
  return { state: compareSchema(services, migrations), rows };
}

/** @throws SetupError when this version cannot use the database */
function requireSupported(state: SchemaState): 'older' | 'same' {
  if (state === 'none') throw new SetupError('The backup contains no Blood Buddies site.');
  if (state === 'newer')
    throw new SetupError(
      'The backup was written by a newer version of Blood Buddies. Run this command from that version.',
    );
  return state;
}
