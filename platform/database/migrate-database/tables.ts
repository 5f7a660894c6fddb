import { sql } from 'kysely';
import { SetupError } from '../../errors.ts';
import type { Database } from '../open.ts';

/** A table to copy. `key`: the columns of its primary key, in order. */
export type MigratedTable = { name: string; columns: string[]; key: string[] };

export type Row = Record<string, string | number | null>;

/** Tables that belong to a database, not to the site: migration history, locks, rate limits, versions of lists. */
const excludedTables = /^sqlite_|_migration(_lock)?$|^platform_(lock|limits|heartbeat)$|^list_versions$/;
export const isSiteTable = (table: string): boolean => !excludedTables.test(table);
/** Its values are encrypted, so secrets.ts copies this table. */
const secretTable = 'platform_secret';
/** Text and integers have the same values on both engines (database/open.ts), so rows can be compared directly. */
const copyableTypes = /^(text|integer|bigint)$/i;

/** Returns the tables of a site in order of creation, so that referenced tables come first. */
export async function migratedTables(sqlite: Database): Promise<MigratedTable[]> {
  const { rows: created } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' order by rowid`.execute(sqlite);
  const tables: MigratedTable[] = [];
  for (const { name } of created) {
    if (!isSiteTable(name) || name === secretTable) continue;
    const { rows: columns } = await sql<{ name: string; type: string; pk: number }>`
      select name, type, pk from pragma_table_info(${name})`.execute(sqlite);
    const unsupported = columns.find(({ type }) => !copyableTypes.test(type));
    if (unsupported)
      throw new Error(`${name}.${unsupported.name} has a type that cannot be migrated: ${unsupported.type}.`);
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    if (key.length === 0) throw new Error(`${name} has no primary key.`);
    tables.push({
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
    });
  }
  return tables;
}

/** Yields all rows of a SQLite table in batches, ordered by primary key. */
export async function* readRows(
  sqlite: Database,
  table: MigratedTable,
  batchSize: number,
): AsyncGenerator<Row[]> {
  const key = columnsOf(table.key);
  for (let last: Row | undefined; ; ) {
    const after = last ? sql`where (${key}) > (${sql.join(rowKey(table, last))})` : sql``;
    const { rows } = await sql<Row>`select ${columnsOf(table.columns)} from ${sql.table(table.name)} ${after}
      order by ${key} limit ${batchSize}`.execute(sqlite);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}

export const columnsOf = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

export const rowKey = (table: MigratedTable, row: Row) => table.key.map((name) => row[name] ?? null);

/** Returns the primary key of a row as text, for messages. */
export const formatRowKey = (table: MigratedTable, row: Row): string => rowKey(table, row).join(' ');

/**
 * Inserts the rows that the target lacks. Existing rows stay unchanged, even if they differ.
 * @throws SetupError that names the first row that PostgreSQL rejects
 */
export async function copyMissingRows(
  target: Database,
  table: MigratedTable,
  rows: readonly Row[],
): Promise<void> {
  try {
    await insert(target, table, rows);
  } catch (error) {
    if (!isRowError(error)) throw error;
    const [row, ...rest] = rows;
    if (rest.length > 0) {
      for (const each of rows) await copyMissingRows(target, table, [each]);
      return;
    }
    const rowKeyText = row ? formatRowKey(table, row) : '';
    throw new SetupError(
      `PostgreSQL rejects the row ${rowKeyText} of ${table.name}: ${(error as Error).message}.`,
      {
        cause: error,
      },
    );
  }
}

async function insert(target: Database, table: MigratedTable, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(table.columns.map((column) => row[column] ?? null))})`);
  await sql`insert into ${sql.table(table.name)} (${columnsOf(table.columns)})
    values ${sql.join(values)} on conflict do nothing`.execute(target);
}

/** PostgreSQL's classes 22 and 23: an invalid value, or a violated constraint. */
const isRowError = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '');
