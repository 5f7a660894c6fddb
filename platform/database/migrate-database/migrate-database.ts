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
  /** The master key of the site in its new place. */
  secretKey: string;
  services: readonly Migrations[];
  /** Copies what does not rest in the database; called once all rows are there. */
  copyFiles(source: Database): Promise<void>;
  /** Told of each table that is copied. */
  tell(line: string): void;
  /** How many rows are copied at once. */
  together?: number;
};

/** `earlier`: the site had been moved before, and nothing was copied now. */
export type MigrationResult = { earlier: boolean; compared: TableComparison[] };

/**
 * Copies the embedded site of `dataDir` to an empty PostgreSQL, and compares every row. Broken off anywhere, it is run
 * again: it adds what is missing and changes nothing that is there. Once all was the same it never copies again, since
 * the site may have gone on there: what was deleted since would come back. Of the source only the mark is written that
 * keeps a site from starting on it again.
 * @throws SetupError when the site runs, when it is of another version, or when the target is not free for it
 */
export async function migrateDatabase(move: Migration): Promise<MigrationResult> {
  const { dataDir } = move;
  const file = join(dataDir, databaseFile);
  if (!existsSync(file)) throw new SetupError(`There is no site in DATA_DIR ${dataDir}.`);
  if (readMark(dataDir, RESTORED_MARK) !== undefined)
    throw new SetupError(
      `DATA_DIR ${dataDir} was restored from a backup and not started since. Start it once, stop it, and move it then.`,
    );
  const lock = lockDataDir(
    dataDir,
    `The site runs on DATA_DIR ${dataDir}. Stop it first: what it writes while it is moved would be lost.`,
  );
  const opened: Database[] = [];
  try {
    const source = await openSqliteSnapshot(file);
    opened.push(source);
    await assertVersion(source, move);
    const secrets = await readSecretRows(source, dataDir, move.secretKey);
    const target = await openTarget(move.to);
    opened.push(target);
    const moved = await copyAndCompare(source, target, secrets, move);
    if (moved.earlier || moved.compared.every(isSame)) markMoved(move);
    return moved;
  } finally {
    for (const db of opened) await db.destroy();
    lock.release();
  }
}

/** Without user and password. */
function markMoved({ dataDir, to }: Migration): void {
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

async function assertVersion(source: Database, { dataDir, services }: Migration): Promise<void> {
  const version = await versionOf(source, services);
  if (version === 'none') throw new SetupError(`There is no site of ours in DATA_DIR ${dataDir}.`);
  if (version === 'newer')
    throw new SetupError(
      `The site in DATA_DIR ${dataDir} is of a newer version. Move it with the command of that version.`,
    );
  if (version === 'older')
    throw new SetupError(
      `The site in DATA_DIR ${dataDir} is of an older version. Start it once with this version, stop it, and move it then.`,
    );
}

async function copyAndCompare(
  source: Database,
  target: Database,
  secrets: ReadonlyMap<string, string>,
  move: Migration,
): Promise<MigrationResult> {
  const { secretKey, services, copyFiles, together = 500 } = move;
  const state = await prepareTarget(target, services);
  if (state === 'none') {
    // From here on the database says whose it is going to be, and that no site may start on it yet.
    await target.transaction().execute(async (trx) => {
      await beginMigration(trx);
      await addSecrets(trx, secretKey, secrets);
    });
  } else await assertSameSite(target, secretKey, secrets);

  const tables = await migratedTables(source);
  if (state !== 'moved') {
    for (const table of tables) await copyTable(source, target, table, { ...move, together });
    await copyFiles(source);
  }
  const compared = [compareSecrets(secrets, await readSecrets(target, secretKey))];
  for (const table of tables) compared.push(await compareTable(source, target, table, together));
  if (state !== 'moved' && compared.every(isSame)) await endMigration(target);
  return { earlier: state === 'moved', compared };
}

async function copyTable(
  source: Database,
  target: Database,
  table: MigratedTable,
  { tell, together }: { tell: Migration['tell']; together: number },
): Promise<void> {
  let count = 0;
  for await (const rows of readRows(source, table, together)) {
    await copyMissingRows(target, table, rows);
    count += rows.length;
  }
  if (count > 0) tell(`${table.name}: ${count} copied`);
}

/** @throws SetupError when nothing answers there */
async function openTarget(to: string): Promise<Database> {
  try {
    return await openDatabase({ url: to });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new SetupError(error.message.replace('DATABASE_URL', 'The database at --to'), { cause: error });
  }
}

/**
 * Brings the target's tables to this version, unless it holds something already and no move has been there before.
 * @throws SetupError before anything there is changed
 */
async function prepareTarget(target: Database, services: readonly Migrations[]): Promise<MigrationState> {
  const version = await versionOf(target, services);
  if (version === 'newer')
    throw new SetupError('The database at --to is of a newer version. Run the command of that version.');
  const state = await readMigrationState(target);
  if (state === 'none') await assertEmpty(target);
  await migrate(target, services, { halfMoved: true });
  return state;
}

async function assertEmpty(target: Database): Promise<void> {
  for (const name of [...(await tableNames(target))].filter(isSiteTable)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target);
    if (rows.length > 0)
      throw new SetupError(
        `The database at --to holds another site already, or something else: there are rows in ${name}. Give an empty database.`,
      );
  }
}
