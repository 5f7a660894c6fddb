import { isSame, type TableComparison } from './compare.ts';
import type { MigrationResult } from './migrate-database.ts';

const MAX_LISTED = 5;

/** Returns the operator's report: a line for each table, with the names of rows that differ. */
export function describeMigration({ isAlreadyMigrated, compared }: MigrationResult): string {
  const tables = compared.filter(({ sourceCount, targetCount }) => sourceCount + targetCount > 0);
  const width = Math.max(...tables.map(({ name }) => name.length));
  const lines = tables.map((table) => {
    const counts = `${String(table.sourceCount).padStart(8)} ${String(table.targetCount).padStart(8)}`;
    const sums = `${table.sourceChecksum.slice(0, 12)} ${table.targetChecksum.slice(0, 12)}`;
    return `${table.name.padEnd(width)} ${counts}  ${sums}  ${isSame(table) ? 'same' : describeDifferences(table)}`;
  });
  const head = `${'table'.padEnd(width)} ${'source'.padStart(8)} ${'target'.padStart(8)}  checksum     checksum`;
  return [head, ...lines, '', summarize(isAlreadyMigrated, compared.every(isSame))].join('\n');
}

function summarize(isAlreadyMigrated: boolean, same: boolean): string {
  if (isAlreadyMigrated && same) return 'This site was migrated before. All rows are still the same.';
  if (isAlreadyMigrated)
    return 'This site was migrated before and has changed since. Nothing was copied or overwritten.';
  if (same) return 'Migration complete: all rows are the same.';
  return 'Migration failed: some rows differ and were not overwritten. Run it again with an empty database. This one cannot be used.';
}

function describeDifferences({ sourceCount, targetCount, missing, differing }: TableComparison): string {
  const extra = targetCount - (sourceCount - missing.length);
  return [
    ...(missing.length > 0 ? [`missing in target: ${listRows(missing)}`] : []),
    ...(differing.length > 0 ? [`different in target: ${listRows(differing)}`] : []),
    ...(extra > 0 ? [`only in target: ${extra}`] : []),
  ].join('; ');
}

const listRows = (rows: readonly string[]): string =>
  rows.length > MAX_LISTED
    ? `${rows.slice(0, MAX_LISTED).join(', ')} and ${rows.length - MAX_LISTED} more`
    : rows.join(', ');
