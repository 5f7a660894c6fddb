import { isSame, type TableComparison } from './compare.ts';
import type { MigrationResult } from './migrate-database.ts';

const MOST_NAMED = 5;

/** What the operator reads of a move: a line a table, those that differ with the rows' names. */
export function describeMigration({ earlier, compared }: MigrationResult): string {
  const tables = compared.filter(({ here, there }) => here + there > 0);
  const width = Math.max(...tables.map(({ name }) => name.length));
  const lines = tables.map((table) => {
    const counts = `${String(table.here).padStart(8)} ${String(table.there).padStart(8)}`;
    const sums = `${table.checksumHere.slice(0, 12)} ${table.checksumThere.slice(0, 12)}`;
    return `${table.name.padEnd(width)} ${counts}  ${sums}  ${isSame(table) ? 'same' : whatDiffers(table)}`;
  });
  const head = `${'table'.padEnd(width)} ${'here'.padStart(8)} ${'there'.padStart(8)}  checksum     checksum`;
  return [head, ...lines, '', outcome(earlier, compared.every(isSame))].join('\n');
}

function outcome(earlier: boolean, same: boolean): string {
  if (earlier && same) return 'This site had been moved there before; all is still the same.';
  if (earlier)
    return 'This site had been moved there before and has gone on there: nothing was copied, nothing was overwritten.';
  if (same) return 'Moved: all rows are there, and the same.';
  return 'Not moved: rows differ, and were not overwritten. Run it again into an empty database. No site starts on this one.';
}

function whatDiffers({ here, there, missing, differing }: TableComparison): string {
  const extra = there - (here - missing.length);
  return [
    ...(missing.length > 0 ? [`missing there: ${named(missing)}`] : []),
    ...(differing.length > 0 ? [`other there: ${named(differing)}`] : []),
    ...(extra > 0 ? [`only there: ${extra}`] : []),
  ].join('; ');
}

const named = (rows: readonly string[]): string =>
  rows.length > MOST_NAMED
    ? `${rows.slice(0, MOST_NAMED).join(', ')} and ${rows.length - MOST_NAMED} more`
    : rows.join(', ');
