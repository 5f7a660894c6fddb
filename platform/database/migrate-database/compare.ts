import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../open.ts';
import { columnsOf, formatRowKey, type MigratedTable, type Row, readRows, rowKey } from './tables.ts';

/** Comparison of a table in the source and the target. */
export type TableComparison = {
  name: string;
  /** Numbers of rows. */
  sourceCount: number;
  targetCount: number;
  /** Checksums of all source rows and of the target rows with the same keys. */
  sourceChecksum: string;
  targetChecksum: string;
  /** Names of rows that are missing in the target, and of those that differ. */
  missing: string[];
  differing: string[];
};

/** Returns whether both sides have the same rows. */
export const isSame = ({
  sourceCount,
  targetCount,
  sourceChecksum,
  targetChecksum,
}: TableComparison): boolean => sourceCount === targetCount && sourceChecksum === targetChecksum;

/**
 * Compares every source row with the target row that has its key. If the counts are equal too, the target has no other
 * rows. The engines' collations do not matter.
 */
export async function compareTable(
  source: Database,
  target: Database,
  table: MigratedTable,
  batchSize: number,
): Promise<TableComparison> {
  const comparison = createComparison(table.name);
  for await (const rows of readRows(source, table, batchSize)) {
    const found = await rowsWithKeys(target, table, rows);
    for (const row of rows)
      comparison.add(formatRowKey(table, row), contentOf(table, row), found.get(keyOf(table, row)));
  }
  return comparison.end(await countRows(target, table.name));
}

/** Accumulates a comparison row by row. */
export function createComparison(name: string) {
  const [sourceSum, targetSum] = [checksum(), checksum()];
  const [missing, differing]: [string[], string[]] = [[], []];
  let sourceCount = 0;
  return {
    /** `targetContent`: content of the target row with the same key, if there is one. */
    add(label: string, content: string, targetContent: string | undefined): void {
      sourceCount += 1;
      sourceSum.add(content);
      if (targetContent !== undefined) targetSum.add(targetContent);
      if (targetContent === undefined) missing.push(label);
      else if (targetContent !== content) differing.push(label);
    },
    end: (targetCount: number): TableComparison => ({
      name,
      sourceCount,
      targetCount,
      sourceChecksum: sourceSum.sum(),
      targetChecksum: targetSum.sum(),
      missing,
      differing,
    }),
  };
}

async function rowsWithKeys(
  target: Database,
  table: MigratedTable,
  rows: readonly Row[],
): Promise<Map<string, string>> {
  const keys = rows.map((row) => sql`(${sql.join(rowKey(table, row))})`);
  const found = await sql<Row>`select ${columnsOf(table.columns)} from ${sql.table(table.name)}
    where (${columnsOf(table.key)}) in (${sql.join(keys)})`.execute(target);
  return new Map(found.rows.map((row) => [keyOf(table, row), contentOf(table, row)]));
}

/** Counts without a statement timeout, because a large table takes longer (database/postgres.ts). */
const countRows = (target: Database, table: string): Promise<number> =>
  target.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(trx);
    return Number(rows[0]?.n);
  });

const keyOf = (table: MigratedTable, row: Row): string => JSON.stringify(rowKey(table, row));

/** JSON has exactly one form for text, integers and null. */
const contentOf = (table: MigratedTable, row: Row): string =>
  JSON.stringify(table.columns.map((column) => row[column] ?? null));

/** Sums SHA-256 digests, so that the order of rows does not matter. */
function checksum() {
  let sum = 0n;
  return {
    add: (content: string) => {
      sum = BigInt.asUintN(256, sum + BigInt(`0x${createHash('sha256').update(content).digest('hex')}`));
    },
    sum: () => sum.toString(16).padStart(64, '0'),
  };
}
