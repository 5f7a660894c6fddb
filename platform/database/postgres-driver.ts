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
import { createPrepared, createSharing, type Prepared } from './postgres-statements.ts';
import { isRetryable, retry } from './transaction.ts';
import { DatabaseUnavailableError, toUnavailableError } from './unavailable.ts';

/** Of the pool's connections a quarter: more would have the server work more for the same. */
const READING = 1 / 4;
/** Transactions each have a connection for themselves. */
const FOR_TRANSACTIONS = 1 / 6;

/** For so long a read whose line broke is tried again; idle lines break together, and each is found broken by using it. */
const READ_AGAIN_MS = 1000;

type Inside = Parameters<PostgresDriver['rollbackTransaction']>[0];
type Run = (query: CompiledQuery) => Promise<PgResult>;

/** Kysely's own driver for transactions; what is one statement alone shares connections. All are prepared. */
export function createSharingDriver(pool: Pool): Driver {
  const { max } = pool.options;
  const prepared = createPrepared();
  const reading = Math.ceil(max * READING);
  const read = createSharing(pool, reading);
  // What waits for the disk on one connection holds up what is behind it; several are synced to the disk together.
  const write = createSharing(pool, max - reading - Math.ceil(max * FOR_TRANSACTIONS));
  const transactions = new PostgresDriver({
    pool: {
      connect: async () => preparing(await pool.connect(), prepared),
      end: async () => {},
      options: pool.options,
    },
  });

  const run: Run = ({ sql, parameters, query }) => {
    const reads = SelectQueryNode.is(query);
    const until = performance.now() + READ_AGAIN_MS;
    // A read that broke off has changed nothing: there may be another line, or a server that has taken over.
    const again = (error: unknown) =>
      isRetryable(error) || (reads && error instanceof DatabaseUnavailableError && performance.now() < until);
    return retry(() => telling(prepared(sql, parameters, reads ? read : write)), again);
  };

  return {
    init: () => transactions.init(),
    acquireConnection: async () => new SharingConnection(run),
    async beginTransaction(connection, settings) {
      const inside = await telling(transactions.acquireConnection());
      (connection as SharingConnection).inside = inside as Inside;
      await telling(transactions.beginTransaction(inside, settings));
    },
    commitTransaction: (connection) => telling(transactions.commitTransaction(insideOf(connection))),
    rollbackTransaction: (connection) => telling(transactions.rollbackTransaction(insideOf(connection))),
    async releaseConnection(connection) {
      const { inside } = connection as SharingConnection;
      if (inside) await transactions.releaseConnection(inside);
    },
    async destroy() {
      await transactions.destroy();
      await pool.end();
    },
  };
}

class SharingConnection implements DatabaseConnection {
  readonly #run: Run;
  /** While a transaction is open, its own. */
  inside: Inside | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.inside) return telling(this.inside.executeQuery(query));
    const { rows, rowCount, command } = await this.#run(query);
    const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
    return { rows, ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: read in pages.');
  }
}

const insideOf = (connection: DatabaseConnection): Inside =>
  (connection as SharingConnection).inside as Inside;

const telling = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    throw toUnavailableError(error);
  });

/**
 * For Kysely's driver. A transaction that met a spoilt statement is lost; inTransaction tries it again. One that lifts
 * the limit on its statements (a migration) may be silent for as long as it takes.
 */
function preparing(client: PoolClient, prepared: Prepared): PostgresPoolClient {
  const stream = client.connection.stream as Socket;
  const longestSilence = stream.timeout ?? 0;
  const query = (text: string, values: readonly unknown[]) => {
    if (text === 'set local statement_timeout = 0') stream.setTimeout(0);
    return prepared(text, values, (statement) => client.query(statement));
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release(broken?: boolean) {
      stream.setTimeout(longestSilence);
      client.release(broken);
    },
  };
}
