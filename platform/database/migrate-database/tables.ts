import { sql } from 'kysely';
import { SetupError } from '../../errors.ts';
import type { Database } from '../open.ts';

/** A table as it is copied: its columns, and those of its primary key in their order. */
export type MigratedTable = { name: string; columns: string[]; key: string[] };

export type Row = Record<string, string | number | null>;

/** What belongs to a database and not to the site: migrations write their own, limits begin anew. */
const staysBehind = /^sqlite_|_migration(_lock)?$|^platform_(lock|limits|heartbeat)$/;
export const isSiteTable = (table: string): boolean => !staysBehind.test(table);
/** They rest under a key (secrets.ts). */
const secrets = 'platform_secret';
/** Text and integers, the same on both engines (database/open.ts): that is what makes rows comparable as they are. */
const knownTypes = /^(text|integer|bigint)$/i;

/** Every table of a site, in the order in which they were made: after those that they may refer to. */
export async function migratedTables(sqlite: Database): Promise<MigratedTable[]> {
  const { rows: made } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' order by rowid`.execute(sqlite);
  const tables: MigratedTable[] = [];
  for (const { name } of made) {
    if (!isSiteTable(name) || name === secrets) continue;
    const { rows: columns } = await sql<{ name: string; type: string; pk: number }>`
      select name, type, pk from pragma_table_info(${name})`.execute(sqlite);
    const strange = columns.find(({ type }) => !knownTypes.test(type));
    if (strange)
      throw new Error(`${name}.${strange.name} is of a type that cannot be moved: ${strange.type}.`);
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    if (key.length === 0) throw new Error(`${name} has no primary key.`);
    tables.push({ name, columns: columns.map((each) => each.name), key: key.map((each) => each.name) });
  }
  return tables;
}

/** All rows of the embedded database's table by primary key, so many together. */
export async function* readRows(
  sqlite: Database,
  table: MigratedTable,
  together: number,
): AsyncGenerator<Row[]> {
  const key = columnsOf(table.key);
  for (let last: Row | undefined; ; ) {
    const after = last ? sql`where (${key}) > (${sql.join(rowKey(table, last))})` : sql``;
    const { rows } = await sql<Row>`select ${columnsOf(table.columns)} from ${sql.table(table.name)} ${after}
      order by ${key} limit ${together}`.execute(sqlite);
    if (rows.length > 0) yield rows;
    if (rows.length < together) return;
    last = rows.at(-1);
  }
}

export const columnsOf = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

export const rowKey = (table: MigratedTable, row: Row) => table.key.map((name) => row[name] ?? null);

/** How messages name a row. */
export const tableName = (table: MigratedTable, row: Row): string => rowKey(table, row).join(' ');

/**
 * Adds those of these rows that the target lacks. What is there stays as it is, whatever it holds: the comparison
 * afterwards tells what differs.
 * @throws SetupError that names the row which PostgreSQL does not take
 */
export async function copyMissingRows(
  target: Database,
  table: MigratedTable,
  rows: readonly Row[],
): Promise<void> {
  try {
    await insert(target, table, rows);
  } catch (error) {
    if (!isOfTheRow(error)) throw error;
    const [row, ...rest] = rows;
    if (rest.length > 0) {
      for (const each of rows) await copyMissingRows(target, table, [each]);
      return;
    }
    const what = row ? tableName(table, row) : '';
    throw new SetupError(
      `PostgreSQL does not take the row ${what} of ${table.name}: ${(error as Error).message}.`,
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

/** PostgreSQL's classes 22 and 23: a value that it cannot hold, or that breaks a rule of the table. */
const isOfTheRow = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '');
