import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { isCorruption } from '../disk-errors.ts';
import { SetupError } from '../errors.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { databaseFile } from '../files/data-folder.ts';
import { lockDataDir } from './lock.ts';

/** Duplicate rows that a damaged unique index has let in, keyed by table. */
export type Duplicates = Record<string, Record<string, SQLOutputValue>[]>;
export type Repair = {
  /** SQLite's findings. Empty when the file was intact. */
  findings: string[];
  duplicates: Duplicates;
  /** The file that holds the duplicates. If absent although there are duplicates, nothing was repaired. */
  movedTo?: string;
};

const unrepairable = 'The file cannot be repaired. Restore a backup. Nothing was changed.';
const paidTwice =
  'Some rows that exclude each other are both paid, so they stay. Refund one and remove it from the file with sqlite3. Nothing was changed.';

/**
 * Rebuilds every index of the SQLite file from its table. If a damaged unique index has let duplicates in,
 * returns the unpaid ones that repeat an older or a paid row. With `moveDuplicates`, saves them to a file and
 * removes them.
 * @throws SetupError if a site is running on the file, or the file is missing or cannot be repaired
 */
export async function repairSqlite(
  dataDir: string,
  { now, moveDuplicates = false }: { now: number; moveDuplicates?: boolean },
): Promise<Repair> {
  const file = join(dataDir, databaseFile);
  if (!existsSync(file)) throw new SetupError(`There is no database ${file}.`);
  const lock = lockDataDir(dataDir, `The site runs on DATA_DIR ${dataDir}. Stop it first.`);
  // Disable defensive mode, in which writable_schema below has no effect.
  const db = new DatabaseSync(file, { timeout: 5000, defensive: false });
  try {
    const findings = check(db);
    if (findings.length === 0) return { findings, duplicates: {} };
    db.exec('begin immediate');
    const duplicates = removeDuplicates(db);
    const hasDuplicates = Object.keys(duplicates).length > 0;
    // The `finally` block rolls the deletion back.
    if (hasDuplicates && !moveDuplicates) return { findings, duplicates };
    const moved = hasDuplicates && { movedTo: await save(dataDir, duplicates, now) };
    db.exec('reindex');
    if (check(db).some((finding) => !isUnusedPage(finding))) throw new SetupError(unrepairable);
    db.exec('commit');
    // Rewrites the file without the pages that a damaged index has lost.
    db.exec('vacuum');
    return { findings, duplicates, ...moved };
  } catch (cause) {
    if (isDuplicate(cause)) throw new SetupError(paidTwice, { cause });
    throw isCorruption(cause) ? new SetupError(unrepairable, { cause }) : cause;
  } finally {
    if (db.isTransaction) db.exec('rollback');
    db.close();
    lock.release();
  }
}

function check(db: DatabaseSync): string[] {
  // integrity_check lists unused pages first, and a limit of 1000 leaves room for other findings.
  const results = db
    .prepare('pragma integrity_check(1000)')
    .all()
    .map((row) => String(row.integrity_check));
  return results[0] === 'ok' ? [] : results;
}

const isUnusedPage = (finding: string): boolean => /^Page \d+(: | is )never used$/.test(finding);

const SQLITE_CONSTRAINT_UNIQUE = 2067;
const isDuplicate = (error: unknown): boolean =>
  (error as { errcode?: number }).errcode === SQLITE_CONSTRAINT_UNIQUE;

type UniqueIndex = { table: string; columns: string[]; where: string };

function removeDuplicates(db: DatabaseSync): Duplicates {
  const removed: Duplicates = {};
  // In this mode a row can be deleted although an index lacks its entry.
  db.exec('pragma writable_schema = on');
  for (const index of uniqueIndexes(db)) {
    const rows = duplicatesOf(db, index);
    const remove = db.prepare(`delete from ${quote(index.table)} where rowid = ?`);
    for (const { rowid = null, ...row } of rows) {
      remove.run(rowid);
      removed[index.table] = [...(removed[index.table] ?? []), row];
    }
  }
  db.exec('pragma writable_schema = off');
  return removed;
}

function uniqueIndexes(db: DatabaseSync): UniqueIndex[] {
  const results = db
    .prepare(
      `select tables.name as "table", list.name as name, indexes.sql as sql from sqlite_schema as tables
        join pragma_index_list(tables.name) as list join sqlite_schema as indexes on indexes.name = list.name
        where tables.type = 'table' and list."unique" = 1`,
    )
    .all() as { table: string; name: string; sql: string | null }[];
  const columns = db.prepare('select name from pragma_index_info(?) order by seqno');
  return results.map(({ table, name, sql }) => ({
    table,
    columns: columns.all(name).map((row) => String(row.name)),
    // The condition follows the only `where` that an index can have.
    where: sql?.split(/\bwhere\b/i)[1] ?? 'true',
  }));
}

/**
 * Finds unpaid rows that repeat an older or a paid one, by reading the table, not an index. Rows with a null
 * are never duplicates.
 */
function duplicatesOf(db: DatabaseSync, { table, columns, where }: UniqueIndex): Duplicates[string] {
  const paymentColumn = db.prepare("select 1 from pragma_table_info(?) where name = 'transaction_id'");
  const unpaid = paymentColumn.get(table) ? 'transaction_id is null' : 'true';
  const present = columns.map((name) => `${quote(name)} is not null`).join(' and ');
  return db
    .prepare(
      `select * from (select rowid, *, row_number() over (partition by ${columns.map(quote).join(', ')}
        order by ${unpaid}, rowid) as duplicate_number
        from ${quote(table)} not indexed where ${present} and (${where}))
        where duplicate_number > 1 and ${unpaid}`,
    )
    .all()
    .map(({ duplicate_number: _, ...row }) => row);
}

async function save(dataDir: string, duplicates: Duplicates, now: number): Promise<string> {
  const path = join(dataDir, `moved-by-repair-${new Date(now).toISOString().replaceAll(':', '-')}.json`);
  await writeFileAtomic(`${path}.unfinished`, path, JSON.stringify(duplicates, undefined, 2));
  return path;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
