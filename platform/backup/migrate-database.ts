import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { lockDataDir } from '../database/lock.ts';
import { getSchemaState, type Migrations, migrate, tableNames } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { openSqliteSnapshot } from '../database/sqlite-snapshot.ts';
import { SetupError } from '../errors.ts';
import {
  databaseFile,
  keyFile,
  MIGRATED_MARK,
  RESTORED_MARK,
  readMark,
  toUnusableFolderError,
} from '../files/data-folder.ts';
import { addSecrets, readMasterKey, readSecrets } from '../security/secrets.ts';

export type DatabaseMigration = {
  dataDir: string;
  /** `postgres://...` */
  to: string;
  /** SECRET_KEY of the site on PostgreSQL. */
  secretKey: string;
  services: readonly Migrations[];
  /**
   * Copies the files that are stored outside the database, and returns a description of them. May be called
   * again after a failure.
   */
  copyFiles(source: Database): Promise<string>;
};

/** A table with the number of its rows and their checksum. */
export type CopiedTable = { name: string; count: number; checksum: string };

/**
 * Copies the site in `dataDir` to an empty PostgreSQL database in one transaction, and compares counts and
 * checksums. Writes only a mark to the source, which prevents the site from starting there.
 * @throws SetupError if the site runs or has another version, the database is not empty, or the copy differs
 */
export async function migrateDatabase(
  options: DatabaseMigration,
): Promise<{ tables: CopiedTable[]; files: string }> {
  const { dataDir, to, secretKey, services } = options;
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
  await using databases = new AsyncDisposableStack();
  databases.defer(async () => lock.release());
  const open = async (opening: Promise<Database>) => databases.adopt(await opening, (db) => db.destroy());
  const source = await open(openSqliteSnapshot(file));
  await requireSameVersion(source, options);
  const secrets = await readSiteSecrets(source, dataDir, secretKey);
  const target = await open(openTarget(to));
  if ((await getSchemaState(target, services)) === 'newer')
    throw new SetupError(
      'The database at --to was written by a newer version of Blood Buddies. Run this command from that version.',
    );
  await requireEmpty(target);
  await migrate(target, services);
  const files = await options.copyFiles(source);
  const copied = await target.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(
      trx,
    );
    // Lock the secrets, so that a site that starts on this database waits for them.
    await sql`lock table ${sql.table(secretTable)} in exclusive mode`.execute(trx);
    await requireEmpty(trx);
    await addSecrets(trx, secretKey, secrets);
    return Array.fromAsync(await listTables(source), (table) => copyTable(source, trx, table));
  });
  markMigrated(options);
  return { tables: copied.filter(({ count }) => count > 0), files };
}

async function requireSameVersion(source: Database, { dataDir, services }: DatabaseMigration): Promise<void> {
  const version = await getSchemaState(source, services);
  if (version === 'none') throw new SetupError(`There is no Blood Buddies site in DATA_DIR ${dataDir}.`);
  if (version === 'same') return;
  const todo =
    version === 'newer'
      ? 'Run this command from that version.'
      : 'Start it once with this version, stop it, then migrate it.';
  throw new SetupError(
    `The site in DATA_DIR ${dataDir} was written by ${version === 'newer' ? 'a newer' : 'an older'} version of Blood Buddies. ${todo}`,
  );
}

/**
 * Reads the secrets, which are encrypted with the file `secret.key` or with the SECRET_KEY of the new site.
 */
async function readSiteSecrets(source: Database, dataDir: string, secretKey: string) {
  const file = join(dataDir, keyFile);
  const withKey = await readSecrets(source, secretKey).catch((error: unknown) => {
    if (!(error instanceof SetupError) || !existsSync(file)) throw error;
  });
  const secrets = withKey ?? (await readSecrets(source, readMasterKey(file)));
  if (secrets.size > 0) return secrets;
  throw new SetupError(
    `The site in DATA_DIR ${dataDir} has never been started: there is nothing to migrate.`,
  );
}

/** @throws SetupError when the database does not respond */
const openTarget = (to: string): Promise<Database> =>
  openDatabase({ url: to }).catch((error: unknown) => {
    if (!(error instanceof SetupError)) throw error;
    throw new SetupError(error.message.replace('in DATABASE_URL', 'at --to'), { cause: error });
  });

async function requireEmpty(target: Database): Promise<void> {
  for (const name of [...(await tableNames(target))].filter(isSiteTable)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target);
    const problem = `The database at --to is not empty: there are rows in ${name}. Use an empty database.`;
    if (rows.length > 0) throw new SetupError(problem);
  }
}

/**
 * Tables that belong to a database, not to the site: migration history, locks, rate limits, versions of
 * lists.
 */
const excludedTables = /^sqlite_|_migration(_lock)?$|^platform_(lock|limits)$|^list_versions$/;
const isSiteTable = (table: string): boolean => !excludedTables.test(table);
/** Excluded from the copy, because the target encrypts its values with another key. */
const secretTable = 'platform_secret';

type Table = { name: string; columns: string[]; key: string[] };
type Row = Record<string, string | number | null>;

/** Returns the tables of a site in order of creation, so that referenced tables come first. */
async function listTables(source: Database): Promise<Table[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' order by rowid`.execute(source);
  const names = rows.map(({ name }) => name).filter((name) => isSiteTable(name) && name !== secretTable);
  return Array.fromAsync(names, async (name) => {
    const { rows: columns } = await sql<{ name: string; pk: number }>`
      select name, pk from pragma_table_info(${name})`.execute(source);
    const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
  });
}

async function copyTable(source: Database, target: Database, table: Table): Promise<CopiedTable> {
  for await (const rows of readRows(source, table)) {
    const values = rows.map((row) => sql`(${sql.join(table.columns.map((name) => row[name] ?? null))})`);
    const insert = sql`insert into ${sql.table(table.name)} (${listColumns(table.columns)}) values ${sql.join(values)}`;
    await insert.execute(target).catch((cause: Error) => {
      const problem = `PostgreSQL rejects a row of ${table.name}: ${cause.message}. Nothing was copied.`;
      throw new SetupError(problem, { cause });
    });
  }
  const [original, copy] = [await summarize(source, table), await summarize(target, table)];
  if (original.count === copy.count && original.checksum === copy.checksum) return copy;
  throw new SetupError(
    `${table.name} differs: ${original.count} rows (${original.checksum}) here, ${copy.count} (${copy.checksum}) in PostgreSQL. Nothing was copied.`,
  );
}

/**
 * Sums SHA-256 digests, so that the order of rows does not matter. JSON has one form for text, integers and
 * null.
 */
async function summarize(db: Database, table: Table): Promise<CopiedTable> {
  let [count, sum] = [0, 0n];
  for await (const rows of readRows(db, table))
    for (const row of rows) {
      const content = JSON.stringify(table.columns.map((name) => row[name] ?? null));
      sum = BigInt.asUintN(256, sum + BigInt(`0x${createHash('sha256').update(content).digest('hex')}`));
      count += 1;
    }
  return { name: table.name, count, checksum: sum.toString(16).padStart(64, '0').slice(0, 12) };
}

const BATCH_SIZE = 500;

/** Yields all rows in batches, in the order of the primary key. */
async function* readRows(db: Database, table: Table): AsyncGenerator<Row[]> {
  const key = listColumns(table.key);
  for (let last: Row | undefined; ; ) {
    const values = table.key.map((name) => last?.[name] ?? null);
    const after = last ? sql`where (${key}) > (${sql.join(values)})` : sql``;
    const { rows } =
      await sql<Row>`select ${listColumns(table.columns)} from ${sql.table(table.name)} ${after}
      order by ${key} limit ${BATCH_SIZE}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1);
  }
}

const listColumns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** Records the target without user and password. */
function markMigrated({ dataDir, to }: DatabaseMigration): void {
  const { host, pathname } = new URL(to);
  const options = { mode: 0o600, flush: true };
  try {
    writeFileSync(join(dataDir, MIGRATED_MARK), `PostgreSQL at ${host}${pathname}\n`, options);
  } catch (cause) {
    throw toUnusableFolderError(dataDir, cause);
  }
}
