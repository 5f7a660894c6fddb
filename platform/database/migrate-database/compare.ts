import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../open.ts';
import { columnsOf, type MigratedTable, type Row, readRows, rowKey, tableName } from './tables.ts';

/** How the two sides of a table stand to each other. */
export type TableComparison = {
  name: string;
  /** How many rows each side has. */
  here: number;
  there: number;
  /** Of all rows here, and of the rows under their keys there: equal when all are there, and the same. */
  checksumHere: string;
  checksumThere: string;
  /** Names of rows that the target lacks, and of those that differ there. */
  missing: string[];
  differing: string[];
};

/** Same rows, and no others. */
export const isSame = ({ here, there, checksumHere, checksumThere }: TableComparison): boolean =>
  here === there && checksumHere === checksumThere;

/**
 * Reads every row of the source and, under its key, of the target. With equal counts, no row there can be one that is
 * not here. Neither engine's order of text matters.
 */
export async function compareTable(
  source: Database,
  target: Database,
  table: MigratedTable,
  together: number,
): Promise<TableComparison> {
  const comparison = createComparison(table.name);
  for await (const rows of readRows(source, table, together)) {
    const found = await rowsUnder(target, table, rows);
    for (const row of rows)
      comparison.add(tableName(table, row), contentOf(table, row), found.get(placeOf(table, row)));
  }
  return comparison.end(await countRows(target, table.name));
}

/** Gathers how the two sides stand to each other, thing by thing. */
export function createComparison(name: string) {
  const [ours, theirs] = [checksum(), checksum()];
  const [missing, differing]: [string[], string[]] = [[], []];
  let here = 0;
  return {
    /** `there`: what the other side has in the same place, if anything. */
    add(what: string, content: string, there: string | undefined): void {
      here += 1;
      ours.add(content);
      if (there !== undefined) theirs.add(there);
      if (there === undefined) missing.push(what);
      else if (there !== content) differing.push(what);
    },
    end: (there: number): TableComparison => ({
      name,
      here,
      there,
      checksumHere: ours.sum(),
      checksumThere: theirs.sum(),
      missing,
      differing,
    }),
  };
}

async function rowsUnder(
  target: Database,
  table: MigratedTable,
  rows: readonly Row[],
): Promise<Map<string, string>> {
  const keys = rows.map((row) => sql`(${sql.join(rowKey(table, row))})`);
  const found = await sql<Row>`select ${columnsOf(table.columns)} from ${sql.table(table.name)}
    where (${columnsOf(table.key)}) in (${sql.join(keys)})`.execute(target);
  return new Map(found.rows.map((row) => [placeOf(table, row), contentOf(table, row)]));
}

/** On a large table this takes longer than a statement may at other times (database/postgres.ts). */
const countRows = (target: Database, table: string): Promise<number> =>
  target.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(trx);
    return Number(rows[0]?.n);
  });

const placeOf = (table: MigratedTable, row: Row): string => JSON.stringify(rowKey(table, row));

/** Text, whole numbers and null: JSON writes them in one way only. */
const contentOf = (table: MigratedTable, row: Row): string =>
  JSON.stringify(table.columns.map((column) => row[column] ?? null));

/** A sum of SHA-256 does not mind in which order rows come. */
function checksum() {
  let sum = 0n;
  return {
    add: (content: string) => {
      sum = BigInt.asUintN(256, sum + BigInt(`0x${createHash('sha256').update(content).digest('hex')}`));
    },
    sum: () => sum.toString(16).padStart(64, '0'),
  };
}
