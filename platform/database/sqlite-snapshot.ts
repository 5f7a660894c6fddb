import { closeSync, existsSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { SetupError } from '../errors.ts';
import type { Database } from './open.ts';
import { statementRunner } from './sqlite-statement.ts';

/** The embedded database, in DATA_DIR. */
export const databaseFile = 'blood-buddies.db';

/**
 * A SQLite file as it is at this moment, for reading only: what is written meanwhile is not seen, and nothing of the
 * file is ever changed.
 * @throws SetupError when there is no such file, or it is no database
 */
export async function openSqliteSnapshot(file: string): Promise<Database> {
  const sqlite = openToRead(file);
  const run = statementRunner(sqlite);
  const refuse = (): never => {
    throw new Error('A snapshot is for reading only.');
  };
  const prepare = (sql: string) => ({
    reader: true,
    all: (values: readonly unknown[]) => run(sql, values as SQLInputValue[]).rows,
    run: refuse,
    iterate: refuse,
  });
  return new Kysely({ dialect: new SqliteDialect({ database: { prepare, close: () => sqlite.close() } }) });
}

/**
 * Writes the database, as it is at this moment, to a new file, whole and without what was deleted from it. Others go on
 * writing meanwhile: a reader in WAL mode keeps nobody waiting. The copy is checked, durable, and for this user alone.
 */
export function copySqlite(file: string, to: string): void {
  const source = openToRead(file, false);
  // SQLite takes an empty file for a new one; it would make one that others can read.
  writeFileSync(to, '', { mode: 0o600, flag: 'wx' });
  try {
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
  }
  const copy = openToRead(to);
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

/** A reading transaction sees one state from its first statement on. */
function openToRead(file: string, inTransaction = true): DatabaseSync {
  if (!existsSync(file)) throw new SetupError(`There is no database ${file}.`);
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    if (inTransaction) sqlite.exec('begin');
    sqlite.prepare('select count(*) from sqlite_master').get();
    return sqlite;
  } catch (cause) {
    sqlite.close();
    throw new SetupError(`${file} cannot be read: ${(cause as Error).message}.`, { cause });
  }
}
