import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import { SetupError } from '../errors.ts';
import { columnsOf, type MovedTable, nameOf, type Row } from './tables.ts';

/**
 * Adds those of these rows that the target lacks. What is there stays as it is, whatever it holds: the comparison
 * afterwards tells what differs.
 * @throws SetupError that names the row which PostgreSQL does not take
 */
export async function addMissing(target: Database, table: MovedTable, rows: readonly Row[]): Promise<void> {
  try {
    await insert(target, table, rows);
  } catch (error) {
    if (!isOfTheRow(error)) throw error;
    const [row, ...rest] = rows;
    if (rest.length > 0) {
      for (const each of rows) await addMissing(target, table, [each]);
      return;
    }
    const what = row ? nameOf(table, row) : '';
    throw new SetupError(
      `PostgreSQL does not take the row ${what} of ${table.name}: ${(error as Error).message}.`,
      {
        cause: error,
      },
    );
  }
}

async function insert(target: Database, table: MovedTable, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(table.columns.map((column) => row[column] ?? null))})`);
  await sql`insert into ${sql.table(table.name)} (${columnsOf(table.columns)})
    values ${sql.join(values)} on conflict do nothing`.execute(target);
}

/** PostgreSQL's classes 22 and 23: a value that it cannot hold, or that breaks a rule of the table. */
const isOfTheRow = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '');
