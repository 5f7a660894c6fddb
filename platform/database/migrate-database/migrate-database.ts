import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { SetupError } from '../../errors.ts';
import { MIGRATED_MARK, RESTORED_MARK, readMark, toUnusableFolderError } from '../../files/data-folder.ts';
import { addSecrets, readSecrets } from '../../security/secrets.ts';
import { lockDataDir } from '../lock.ts';
import {
  beginMigration,
  endMigration,
  type MigrationState,
  type Migrations,
  migrate,
  readMigrationState,
  tableNames,
  versionOf,
} from '../migrate.ts';
import { type Database, openDatabase } from '../open.ts';
import { databaseFile, openSqliteSnapshot } from '../sqlite-snapshot.ts';
import { compareTable, isSame, type TableComparison } from './compare.ts';
import { assertSameSite, compareSecrets, readSecretRows } from './secrets.ts';
import { copyMissingRows, isSiteTable, type MigratedTable, migratedTables, readRows } from './tables.ts';

export type Migration = {
  dataDir: string;
  /** `postgres://...` */
  to: string;
  /** SECRET_KEY of the site on PostgreSQL. */
  secretKey: string;
  services: readonly Migrations[];
  /** Copies files that are not in the database; called after all rows are copied. */
  copyFiles(source: Database): Promise<void>;
  /** Prints a progress line for each table. */
  onProgress(line: string): void;
  /** Number of rows per insert. */
  batchSize?: number;
};

/** `isAlreadyMigrated`: an earlier run migrated the site, and this one copied nothing. */
export type MigrationResult = { isAlreadyMigrated: boolean; compared: TableComparison[] };

/**
 * Copies the site in `dataDir` to an empty PostgreSQL database and compares every row. An interrupted run can be repeated:
 * it adds missing rows and changes no others. After a successful run it copies nothing, because deleted rows would come
 * back. In the source it only writes a mark that prevents the site from starting there.
 * @throws SetupError when the site is running, has another version, or the target holds other data
 */
export async function migrateDatabase(options: Migration): Promise<MigrationResult> {
  const { dataDir } = options;
  const file = join(dataDir, databaseFile);
  if (!existsSync(file)) throw new SetupError(`There is no site in DATA_DIR ${dataDir}.`);
  if (readMark(dataDir, RESTORED_MARK) !== undefined)
    throw new SetupError(
      `DATA_DIR ${dataDir} was restored from a backup and has not been started since. Start it once, stop it, then migrate it.`,
    );
  const lock = lockDataDir(
    dataDir,
    `The site is running on DATA_DIR ${dataDir}. Stop it first: changes during the migration would be lost.`,
  );
  const openDatabases: Database[] = [];
  try {
    const source = await openSqliteSnapshot(file);
    openDatabases.push(source);
    await requireSameVersion(source, options);
    const secrets = await readSecretRows(source, dataDir, options.secretKey);
    const target = await openTarget(options.to);
    openDatabases.push(target);
    const result = await copyAndCompare(source, target, secrets, options);
    if (result.isAlreadyMigrated || result.compared.every(isSame)) markMigrated(options);
    return result;
  } finally {
    for (const db of openDatabases) await db.destroy();
    lock.release();
  }
}

/** Records the target without user and password. */
function markMigrated({ dataDir, to }: Migration): void {
  const { host, pathname } = new URL(to);
  try {
    writeFileSync(join(dataDir, MIGRATED_MARK), `PostgreSQL at ${host}${pathname}\n`, {
      mode: 0o600,
      flush: true,
    });
  } catch (cause) {
    throw toUnusableFolderError(dataDir, cause);
  }
}

async function requireSameVersion(source: Database, { dataDir, services }: Migration): Promise<void> {
  const version = await versionOf(source, services);
  if (version === 'none') throw new SetupError(`There is no Blood Buddies site in DATA_DIR ${dataDir}.`);
  if (version === 'newer')
    throw new SetupError(
      `The site in DATA_DIR ${dataDir} was written by a newer version of Blood Buddies. Run this command from that version.`,
    );
  if (version === 'older')
    throw new SetupError(
      `The site in DATA_DIR ${dataDir} was written by an older version of Blood Buddies. Start it once with this version, stop it, then migrate it.`,
    );
}

async function copyAndCompare(
  source: Database,
  target: Database,
  secrets: ReadonlyMap<string, string>,
  options: Migration,
): Promise<MigrationResult> {
  const { secretKey, services, copyFiles, batchSize = 500 } = options;
  const state = await prepareTarget(target, services);
  if (state === 'none') {
    // From here on the target has the site's secrets, and a mark that prevents a site from starting on it.
    await target.transaction().execute(async (trx) => {
      await beginMigration(trx);
      await addSecrets(trx, secretKey, secrets);
    });
  } else await assertSameSite(target, secretKey, secrets);

  const tables = await migratedTables(source);
  if (state !== 'moved') {
    for (const table of tables) await copyTable(source, target, table, { ...options, batchSize });
    await copyFiles(source);
  }
  const compared = [compareSecrets(secrets, await readSecrets(target, secretKey))];
  for (const table of tables) compared.push(await compareTable(source, target, table, batchSize));
  if (state !== 'moved' && compared.every(isSame)) await endMigration(target);
  return { isAlreadyMigrated: state === 'moved', compared };
}

async function copyTable(
  source: Database,
  target: Database,
  table: MigratedTable,
  { onProgress, batchSize }: { onProgress: Migration['onProgress']; batchSize: number },
): Promise<void> {
  let count = 0;
  for await (const rows of readRows(source, table, batchSize)) {
    await copyMissingRows(target, table, rows);
    count += rows.length;
  }
  if (count > 0) onProgress(`${table.name}: ${count} copied`);
}

/** @throws SetupError when the database does not respond */
async function openTarget(to: string): Promise<Database> {
  try {
    return await openDatabase({ url: to });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new SetupError(error.message.replace('in DATABASE_URL', 'at --to'), { cause: error });
  }
}

/**
 * Creates the tables in the target, or updates those of an earlier migration.
 * @throws SetupError before any change, when the target holds other data or a newer version
 */
async function prepareTarget(target: Database, services: readonly Migrations[]): Promise<MigrationState> {
  const version = await versionOf(target, services);
  if (version === 'newer')
    throw new SetupError(
      'The database at --to was written by a newer version of Blood Buddies. Run this command from that version.',
    );
  const state = await readMigrationState(target);
  if (state === 'none') await requireEmpty(target);
  await migrate(target, services, { allowIncomplete: true });
  return state;
}

async function requireEmpty(target: Database): Promise<void> {
  for (const name of [...(await tableNames(target))].filter(isSiteTable)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target);
    if (rows.length > 0)
      throw new SetupError(
        `The database at --to is not empty: there are rows in ${name}. Use an empty database.`,
      );
  }
}
