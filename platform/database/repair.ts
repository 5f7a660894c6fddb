import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { SetupError } from '../errors.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { lockDataDir } from './lock.ts';
import { databaseFile } from './sqlite-snapshot.ts';
import { isCorruption } from './unavailable.ts';

type Row = Record<string, SQLOutputValue>;
export type Repair = {
  /** What was wrong; nothing when the file was intact. */
  findings: string[];
  /** Duplicates that a damaged unique index had let in, by table. */
  removed: Record<string, Row[]>;
  /** The file that holds the removed rows. */
  savedTo?: string;
};

const beyondRepair = 'The file cannot be repaired: restore a backup. Nothing was changed.';

/**
 * Rebuilds every index of the SQLite file from its table. Where a damaged unique index has let duplicates in, the row with
 * the most values stays (a paid appointment rather than an unpaid one), then the older one; the others are saved to a file.
 * @throws SetupError when a site runs on it, there is none, or its tables are damaged too; then nothing is changed
 */
export async function repairSqlite(dataDir: string, now: number): Promise<Repair> {
  const file = join(dataDir, databaseFile);
  if (!existsSync(file)) throw new SetupError(`There is no database ${file}.`);
  const lock = lockDataDir(dataDir, `The site runs on DATA_DIR ${dataDir}. Stop it first.`);
  // Else writable_schema below has no effect.
  const db = new DatabaseSync(file, { timeout: 5000, defensive: false });
  try {
    const findings = check(db);
    if (findings.length === 0) return { findings, removed: {} };
    db.exec('begin immediate');
    const removed = removeDuplicates(db);
    db.exec('reindex');
    if (check(db).some((finding) => !isUnusedPage(finding))) throw new SetupError(beyondRepair);
    const saved = Object.keys(removed).length > 0 && { savedTo: await save(dataDir, removed, now) };
    db.exec('commit');
    // Writes the file anew, without pages that a damaged index has lost.
    db.exec('vacuum');
    return { findings, removed, ...saved };
  } catch (cause) {
    if (db.isTransaction) db.exec('rollback');
    throw isCorruption(cause) ? new SetupError(beyondRepair, { cause }) : cause;
  } finally {
    db.close();
    lock.release();
  }
}

function check(db: DatabaseSync): string[] {
  // Enough to see past pages that are unused, which come first.
  const found = db
    .prepare('pragma integrity_check(1000)')
    .all()
    .map((row) => String(row.integrity_check));
  return found[0] === 'ok' ? [] : found;
}

const isUnusedPage = (finding: string): boolean => /^Page \d+(: | is )never used$/.test(finding);

type UniqueIndex = { table: string; columns: string[]; where: string };

function removeDuplicates(db: DatabaseSync): Record<string, Row[]> {
  const removed: Record<string, Row[]> = {};
  // In this mode a row may go although an index has lost its entry.
  db.exec('pragma writable_schema = on');
  for (const index of uniqueIndexes(db)) {
    const rows = duplicatesOf(db, index);
    const remove = db.prepare(`delete from ${quoted(index.table)} where rowid = ?`);
    for (const { rowid = null, ...row } of rows) {
      remove.run(rowid);
      removed[index.table] = [...(removed[index.table] ?? []), row];
    }
  }
  db.exec('pragma writable_schema = off');
  return removed;
}

function uniqueIndexes(db: DatabaseSync): UniqueIndex[] {
  const found = db
    .prepare(
      `select tables.name as "table", list.name as name, indexes.sql as sql from sqlite_schema as tables
        join pragma_index_list(tables.name) as list join sqlite_schema as indexes on indexes.name = list.name
        where tables.type = 'table' and list."unique" = 1`,
    )
    .all() as { table: string; name: string; sql: string | null }[];
  const columns = db.prepare('select name from pragma_index_info(?) order by seqno');
  return found.map(({ table, name, sql }) => ({
    table,
    columns: columns.all(name).map((row) => String(row.name)),
    // Everything after the first `where`; it holds no second one.
    where: sql?.split(/\bwhere\b/i)[1] ?? 'true',
  }));
}

/** Read from the table itself, not through an index. Rows with a null are never duplicates. */
function duplicatesOf(db: DatabaseSync, { table, columns, where }: UniqueIndex): Row[] {
  const all = db
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map((row) => String(row.name));
  const values = all.map((name) => `(${quoted(name)} is not null)`).join(' + ');
  const present = columns.map((name) => `${quoted(name)} is not null`).join(' and ');
  return db
    .prepare(
      `select * from (select rowid, *, row_number() over (partition by ${columns.map(quoted).join(', ')}
        order by ${values} desc, rowid) as duplicate_number
        from ${quoted(table)} not indexed where ${present} and (${where})) where duplicate_number > 1`,
    )
    .all()
    .map(({ duplicate_number: _, ...row }) => row);
}

async function save(dataDir: string, removed: Record<string, Row[]>, now: number): Promise<string> {
  const path = join(dataDir, `removed-by-repair-${new Date(now).toISOString().replaceAll(':', '-')}.json`);
  await writeFileAtomic(`${path}.unfinished`, path, JSON.stringify(removed, undefined, 2));
  return path;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
