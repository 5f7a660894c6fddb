import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  type SelectModifierNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { MetricsRegistry } from '../observability/metrics-registry.ts';
import { type RunStatement, statementRunner } from './sqlite-statement.ts';
import { openWriter, type SqliteWriter, type StartWriter } from './sqlite-writer-client.ts';
import { isCorruption } from './unavailable.ts';

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
  metrics?: MetricsRegistry,
  startWriter?: StartWriter,
): Promise<Dialect> {
  const writer = await openWriter(file, startWriter);
  metrics?.gauge(
    'database_writes_waiting',
    "What the database's one writer has not answered yet.",
    writer.waiting,
  );
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec(`pragma busy_timeout = ${MAX_WAIT_MS}; pragma mmap_size = 268435456`);
  const adapter = new SqliteWriterAdapter(writer, reader);
  const run = statementRunner(reader);
  const read: RunStatement = (sql, values) => {
    try {
      return run(sql, values);
    } catch (error) {
      if (isCorruption(error)) writer.refuseWrites((error as Error).message);
      throw error;
    }
  };
  return {
    createAdapter: () => adapter,
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => new SqliteConnection(writer, read),
      beginTransaction: (connection) => (connection as SqliteConnection).begin(),
      commitTransaction: (connection) => (connection as SqliteConnection).end('commit'),
      rollbackTransaction: (connection) => (connection as SqliteConnection).end('rollback'),
      releaseConnection: async () => {},
      async destroy() {
        await writer.close();
        reader.close();
      },
    }),
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

class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteWriter;
  readonly #read: RunStatement;
  #transaction?: number;

  constructor(writer: SqliteWriter, read: RunStatement) {
    this.#writer = writer;
    this.#read = read;
  }

  async begin(): Promise<void> {
    this.#transaction = await this.#writer.begin();
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#transaction === undefined) return;
    const transaction = this.#transaction;
    this.#transaction = undefined;
    await this.#writer.end(how, transaction);
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters.map(toSqlite);
    const readHere = this.#transaction === undefined && SelectQueryNode.is(query);
    const { rows, changes = 0 } = readHere
      ? this.#read(sql, values)
      : await this.#writer.run(sql, values, this.#transaction);
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: read in pages.');
  }
}

function toSqlite(value: unknown): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : (value as SQLInputValue);
}
