import type { Socket } from 'node:net';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDriver,
  type PostgresPoolClient,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';
import type { QueryResult as PgResult, Pool, PoolClient } from 'pg';
import { createPreparedStatements, createSharedConnections, type Prepared } from './postgres-statements.ts';
import { isRetryable, retryWhile } from './transaction.ts';
import { DatabaseUnavailableError, toUnavailableError } from './unavailable.ts';

/**
 * Share of the pool's connections for single reads. More connections cost the server more without a benefit.
 */
const READ_SHARE = 1 / 4;
/** Share of the pool's connections for transactions. Each transaction has a connection of its own. */
const TRANSACTION_SHARE = 1 / 6;

/**
 * For how long a read is retried when connections break. Idle connections often break together, and each
 * failure is detected only when the connection is next used.
 */
const READ_RETRY_MS = 1000;

type TransactionConnection = Parameters<PostgresDriver['rollbackTransaction']>[0];
type Run = (query: CompiledQuery) => Promise<PgResult>;

/**
 * Uses Kysely's own driver for transactions and shared connections for single statements. Both prepare
 * statements that have values.
 */
export function createSharedConnectionDriver(pool: Pool): Driver {
  const { max } = pool.options;
  const prepared = createPreparedStatements();
  const maxReading = Math.ceil(max * READ_SHARE);
  const read = createSharedConnections(pool, maxReading);
  // A write waits for the disk and delays later statements on its connection, so use several connections,
  // which PostgreSQL syncs together.
  const write = createSharedConnections(pool, max - maxReading - Math.ceil(max * TRANSACTION_SHARE));
  const transactions = new PostgresDriver({
    pool: {
      connect: async () => withPreparedStatements(await pool.connect(), prepared),
      end: async () => {},
      options: pool.options,
    },
  });

  const run: Run = ({ sql, parameters, query }) => {
    const isRead = SelectQueryNode.is(query);
    const retryUntil = performance.now() + READ_RETRY_MS;
    // An interrupted read has no effects and can be retried on another connection, or on a server that has
    // taken over.
    const shouldRetry = (error: unknown) =>
      isRetryable(error) ||
      (isRead && error instanceof DatabaseUnavailableError && performance.now() < retryUntil);
    return retryWhile(
      () => withUnavailableErrors(prepared(sql, parameters, isRead ? read : write)),
      shouldRetry,
    );
  };

  return {
    init: () => transactions.init(),
    acquireConnection: async () => new SharingConnection(run),
    async beginTransaction(connection, settings) {
      const transactionConnection = await withUnavailableErrors(transactions.acquireConnection());
      (connection as SharingConnection).transactionConnection =
        transactionConnection as TransactionConnection;
      await withUnavailableErrors(transactions.beginTransaction(transactionConnection, settings));
    },
    commitTransaction: (connection) =>
      withUnavailableErrors(transactions.commitTransaction(transactionOf(connection))),
    rollbackTransaction: (connection) =>
      withUnavailableErrors(transactions.rollbackTransaction(transactionOf(connection))),
    async releaseConnection(connection) {
      const { transactionConnection } = connection as SharingConnection;
      if (transactionConnection) await transactions.releaseConnection(transactionConnection);
    },
    async destroy() {
      await transactions.destroy();
      await pool.end();
    },
  };
}

class SharingConnection implements DatabaseConnection {
  readonly #run: Run;
  /** The connection of the open transaction, if any. */
  transactionConnection: TransactionConnection | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.transactionConnection)
      return withUnavailableErrors(this.transactionConnection.executeQuery(query));
    const { rows, rowCount, command } = await this.#run(query);
    const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
    return { rows, ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: read in pages.');
  }
}

const transactionOf = (connection: DatabaseConnection): TransactionConnection =>
  (connection as SharingConnection).transactionConnection as TransactionConnection;

const withUnavailableErrors = <T>(promise: Promise<T>): Promise<T> =>
  promise.catch((error: unknown) => {
    throw toUnavailableError(error);
  });

/**
 * Wraps a client for Kysely's driver. A stale plan aborts the transaction, which inTransaction retries. The
 * silence timeout is lifted for a transaction without statement timeout (a migration).
 */
function withPreparedStatements(client: PoolClient, prepared: Prepared): PostgresPoolClient {
  const stream = client.connection.stream as Socket;
  const silenceTimeout = stream.timeout ?? 0;
  const query = (text: string, values: readonly unknown[]) => {
    if (text === 'set local statement_timeout = 0') stream.setTimeout(0);
    return prepared(text, values, (statement) => client.query(statement));
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release(isBroken?: boolean) {
      stream.setTimeout(silenceTimeout);
      client.release(isBroken);
    },
  };
}
