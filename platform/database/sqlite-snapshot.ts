import { closeSync, existsSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { damagedFileError, isCorruption } from '../disk-errors.ts';
import { SetupError } from '../errors.ts';
import type { Database } from './open.ts';
import { createStatementRunner } from './sqlite-statement.ts';

/**
 * Opens a read-only snapshot of a SQLite file. The snapshot does not see later writes and never changes the
 * file.
 * @throws SetupError when there is no such file or it is not a database
 */
export async function openSqliteSnapshot(file: string): Promise<Database> {
  const sqlite = openReadOnly(file);
  const run = createStatementRunner(sqlite);
  const throwReadOnly = (): never => {
    throw new Error('A snapshot is read-only.');
  };
  const prepare = (sql: string) => ({
    reader: true,
    all: (values: readonly unknown[]) => run(sql, values as SQLInputValue[]).rows,
    run: throwReadOnly,
    iterate: throwReadOnly,
  });
  return new Kysely({ dialect: new SqliteDialect({ database: { prepare, close: () => sqlite.close() } }) });
}

/**
 * Copies the current state of the database, without deleted data, to a new file. Writers are not blocked (WAL
 * mode). The copy is checked, synced to disk and readable by this user only.
 */
export function copySqlite(file: string, to: string): void {
  const source = openReadOnly(file, false);
  // SQLite would create a file that others can read, but it accepts an existing empty file.
  writeFileSync(to, '', { mode: 0o600, flag: 'wx' });
  try {
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
  }
  const copy = openReadOnly(to);
  try {
    const [found] = copy.prepare('pragma integrity_check(1)').all();
    if (found?.integrity_check !== 'ok')
      throw new SetupError(`${file} is damaged: ${found?.integrity_check}. Restore a backup.`);
  } finally {
    copy.close();
  }
  const written = openSync(to, 'r+');
  fsyncSync(written);
  closeSync(written);
}

/** Opens the file for reading. With `inTransaction`, all reads see the state of the first one. */
function openReadOnly(file: string, inTransaction = true): DatabaseSync {
  if (!existsSync(file))
    throw new SetupError(`There is no database ${file}. Start the site once, or correct DATA_DIR.`);
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    if (inTransaction) sqlite.exec('begin');
    sqlite.prepare('select count(*) from sqlite_master').get();
    return sqlite;
  } catch (cause) {
    sqlite.close();
    if (isCorruption(cause)) throw damagedFileError(cause);
    throw new SetupError(`${file} cannot be read: ${(cause as Error).message}.`, { cause });
  }
}
