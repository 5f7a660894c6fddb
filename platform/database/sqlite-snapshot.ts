import { closeSync, existsSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SetupError } from '../errors.ts';
import type { Database } from './open.ts';
import { statementCache } from './sqlite-statement.ts';

/** The embedded database, in DATA_DIR. */
export const databaseFile = 'blood-buddies.db';

/**
 * A SQLite file as it is at this moment, for reading only: what is written meanwhile is not seen, and nothing of the
 * file is ever changed.
 * @throws SetupError when there is no such file, or it is no database
 */
export async function openSqliteSnapshot(file: string): Promise<Database> {
  const sqlite = openToRead(file);
  const connection = new ReadingConnection(statementCache(sqlite));
  return new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        releaseConnection: async () => {},
        destroy: async () => sqlite.close(),
      }),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
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

class ReadingConnection implements DatabaseConnection {
  readonly #statement: (sql: string) => StatementSync;

  constructor(statement: (sql: string) => StatementSync) {
    this.#statement = statement;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: this.#statement(sql).all(...(parameters as SQLInputValue[])) as R[] };
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; the interface asks for the method.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported: read in pages.');
  }
}

const refuse = async (): Promise<never> => {
  throw new Error('A snapshot is for reading only.');
};
