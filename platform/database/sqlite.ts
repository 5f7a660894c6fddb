import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Measures } from '../measures.ts';
import { isDamage } from './away.ts';
import { runStatement, type StatementResult, statementCache } from './sqlite-statement.ts';
import { openWriter, type SqliteWriter, type StartWriter } from './sqlite-writer-client.ts';

/** At startup and from the command line: how long to wait for another process that has locked the file. */
const MAX_WAIT_MS = 5000;
/** While requests are served: the operator's command holds the lock for some ms. */
const REQUEST_WAIT_MS = 50;

/**
 * Kysely over node:sqlite (it has no dialect of its own for it). Reads outside a transaction use a connection of
 * this thread; everything else goes to the one writer, which lives on a thread of its own.
 */
export async function sqliteDialect(
  file: string,
  measures?: Measures,
  startWriter?: StartWriter,
): Promise<Dialect> {
  const writer = await openWriter(file, { ...(startWriter && { startWriter }) });
  measures?.gauge(
    'database_writes_waiting',
    "What the database's one writer has not answered yet.",
    writer.waiting,
  );
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec(`pragma busy_timeout = ${MAX_WAIT_MS}; pragma mmap_size = 268435456`);
  const adapter = new SqliteWriterAdapter(writer, reader);
  return {
    createAdapter: () => adapter,
    createDriver: () => new SqliteDriver(writer, reader),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new LocklessCompiler(),
  };
}

/** Transactions are `begin immediate`, so whoever migrates in one is alone. */
export class SqliteWriterAdapter extends SqliteAdapter {
  readonly writer: SqliteWriter;
  readonly #reader: DatabaseSync;

  constructor(writer: SqliteWriter, reader: DatabaseSync) {
    super();
    this.writer = writer;
    this.#reader = reader;
  }

  /** From now on a locked file is an immediate error, not a wait that holds up everybody. */
  async serveRequests(): Promise<void> {
    this.#reader.exec(`pragma busy_timeout = ${REQUEST_WAIT_MS}`);
    await this.writer.setBusyTimeout(REQUEST_WAIT_MS);
  }

  /** In one transaction, by one message; the place of the first that gave no row, so that all are undone. */
  allOrNone(queries: readonly CompiledQuery[]): Promise<number | undefined> {
    return this.writer.unit(
      queries.map(({ sql, parameters }) => ({ sql, values: parameters.map(toSqlite) })),
    );
  }

  /** The writer's thread keeps order; Kysely's own mutex would let no two writes share a commit. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
  override async acquireMigrationLock(): Promise<void> {}
}

/** `for update` holds rows on other engines; here a transaction has the whole file for itself. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node);
  }
}

class SqliteDriver implements Driver {
  readonly #writer: SqliteWriter;
  readonly #reader: DatabaseSync;
  readonly #statement: (sql: string) => StatementSync;

  constructor(writer: SqliteWriter, reader: DatabaseSync) {
    this.#writer = writer;
    this.#reader = reader;
    this.#statement = statementCache(reader);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#writer, this.#statement);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as SqliteConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as SqliteConnection).end('commit');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as SqliteConnection).end('rollback');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#writer.close();
    this.#reader.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteWriter;
  readonly #statement: (sql: string) => StatementSync;
  #transaction?: number;

  constructor(writer: SqliteWriter, statement: (sql: string) => StatementSync) {
    this.#writer = writer;
    this.#statement = statement;
  }

  async begin(): Promise<void> {
    this.#transaction = await this.#writer.begin();
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#transaction === undefined) return;
    const transaction = this.#transaction;
    this.#transaction = undefined;
    await this.#writer[how](transaction);
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters.map(toSqlite);
    const readHere = this.#transaction === undefined && SelectQueryNode.is(query);
    const result = readHere
      ? this.#read(sql, values)
      : await this.#writer.run(sql, values, this.#transaction);
    return toQueryResult<R>(result);
  }

  #read(sql: string, values: SQLInputValue[]): StatementResult {
    try {
      return runStatement(this.#statement(sql), values);
    } catch (error) {
      if (isDamage(error)) this.#writer.refuseWrites((error as Error).message);
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; the interface asks for the method.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported: read in pages.');
  }
}

function toSqlite(value: unknown): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : (value as SQLInputValue);
}

function toQueryResult<R>({ rows, changes }: StatementResult): QueryResult<R> {
  return changes === undefined
    ? { rows: rows as R[] }
    : { rows: rows as R[], numAffectedRows: BigInt(changes) };
}
