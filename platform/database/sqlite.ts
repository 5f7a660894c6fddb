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
import { isCorruption } from '../disk-errors.ts';
import type { MetricsRegistry } from '../observability/metrics-registry.ts';
import { createStatementRunner, type RunStatement } from './sqlite-statement.ts';
import { openWriter, type SqliteWriter, type StartWriter } from './sqlite-writer-client.ts';

/** How long startup and the command line wait for another process that has locked the file. */
const MAX_WAIT_MS = 5000;
/** How long requests wait for another process. The command line holds the lock for some ms. */
const REQUEST_WAIT_MS = 50;

/**
 * A Kysely dialect for node:sqlite. Reads outside a transaction use a connection of this thread, and
 * everything else goes to the writer thread.
 */
export async function createSqliteDialect(
  file: string,
  metrics?: MetricsRegistry,
  startWriter?: StartWriter,
): Promise<Dialect> {
  const writer = await openWriter(file, startWriter);
  metrics?.gauge(
    'database_writes_waiting',
    'Requests to the SQLite writer without a response.',
    writer.pending,
  );
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec(`pragma busy_timeout = ${MAX_WAIT_MS}; pragma mmap_size = 268435456`);
  const adapter = new SqliteWriterAdapter(writer, reader);
  const run = createStatementRunner(reader);
  const read: RunStatement = (sql, values) => {
    try {
      return run(sql, values);
    } catch (error) {
      if (isCorruption(error)) writer.disableWrites((error as Error).message);
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
        // Close the writer last, because only the last connection removes the WAL file and a read-only one
        // cannot.
        reader.close();
        await writer.close();
      },
    }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new LocklessCompiler(),
  };
}

/** Transactions begin with `begin immediate`, so a migration in a transaction needs no other lock. */
export class SqliteWriterAdapter extends SqliteAdapter {
  readonly writer: SqliteWriter;
  readonly #reader: DatabaseSync;

  constructor(writer: SqliteWriter, reader: DatabaseSync) {
    super();
    this.writer = writer;
    this.#reader = reader;
  }

  /**
   * Makes requests fail almost immediately while the file is locked, because waiting would block all
   * requests.
   */
  async serveRequests(): Promise<void> {
    this.#reader.exec(`pragma busy_timeout = ${REQUEST_WAIT_MS}`);
    await this.writer.setBusyTimeout(REQUEST_WAIT_MS);
  }

  /** The writer thread keeps the order. Kysely's mutex would prevent writes from sharing a commit. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
  override async acquireMigrationLock(): Promise<void> {}
}

/**
 * Omits `for update` and `for share`, because SQLite has no row locks and a transaction locks the whole file.
 */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'ForShare') super.visitSelectModifier(node);
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
    const isDirectRead = this.#transaction === undefined && SelectQueryNode.is(query);
    const { rows, changes = 0 } = isDirectRead
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
