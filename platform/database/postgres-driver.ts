import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDriver,
  type PostgresPoolClient,
  type QueryResult,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely';
import type { QueryResult as PgResult, Pool, PoolClient } from 'pg';
import { DatabaseAway, toldAway } from './away.ts';
import { createSharing } from './postgres-sharing.ts';
import { mayBeSilent } from './postgres-silence.ts';
import { createPrepared, type Prepared } from './postgres-statements.ts';
import { isGivenUp, triedAgain } from './transaction.ts';

/** Of the pool's connections a quarter: more would have the server work more for the same. */
const READING = 1 / 4;
/** Transactions each have a connection for themselves. */
const FOR_TRANSACTIONS = 1 / 6;

/** For so long a read whose line broke is tried again; idle lines break together, and each is found broken by using it. */
const READ_AGAIN_MS = 1000;

type Inside = Parameters<PostgresDriver['rollbackTransaction']>[0];
type Run = (query: CompiledQuery) => Promise<PgResult>;

/** Kysely's own driver for transactions; what is one statement alone shares connections. All are prepared. */
export class SharingDriver implements Driver {
  readonly #pool: Pool;
  readonly #transactions: PostgresDriver;
  readonly #run: Run;

  constructor(pool: Pool) {
    this.#pool = pool;
    const prepared = createPrepared();
    const reading = Math.ceil(pool.options.max * READING);
    const read = createSharing(pool, reading);
    // What waits for the disk on one connection holds up what is behind it; several are synced to the disk together.
    const write = createSharing(
      pool,
      pool.options.max - reading - Math.ceil(pool.options.max * FOR_TRANSACTIONS),
    );
    const once: Run = ({ sql, parameters, query }) =>
      prepared(sql, parameters, SelectQueryNode.is(query) ? read : write);
    this.#run = (query) => {
      const reads = SelectQueryNode.is(query.query);
      const until = performance.now() + READ_AGAIN_MS;
      // A read that broke off has changed nothing: there may be another line, or a server that has taken over.
      const again = (error: unknown) =>
        isGivenUp(error) || (reads && error instanceof DatabaseAway && performance.now() < until);
      return triedAgain(() => telling(once(query)), again);
    };
    this.#transactions = new PostgresDriver({
      pool: {
        connect: async () => preparing(await pool.connect(), prepared),
        end: async () => {},
        options: pool.options,
      },
    });
  }

  init(): Promise<void> {
    return this.#transactions.init();
  }

  async acquireConnection(): Promise<SharingConnection> {
    return new SharingConnection(this.#run);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const inside = await telling(this.#transactions.acquireConnection());
    (connection as SharingConnection).inside = inside as Inside;
    await telling(this.#transactions.beginTransaction(inside, settings));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await telling(this.#transactions.commitTransaction(insideOf(connection)));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await telling(this.#transactions.rollbackTransaction(insideOf(connection)));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { inside } = connection as SharingConnection;
    if (inside) await this.#transactions.releaseConnection(inside);
  }

  async destroy(): Promise<void> {
    await this.#transactions.destroy();
    await this.#pool.end();
  }
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

  // biome-ignore lint/correctness/useYield: nothing here streams; the interface asks for the method.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported: read in pages.');
  }
}

const insideOf = (connection: DatabaseConnection): Inside =>
  (connection as SharingConnection).inside as Inside;

const telling = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    throw toldAway(error);
  });

/** For Kysely's driver. A transaction that met a spoilt statement is lost; inTransaction tries it again. */
function preparing(client: PoolClient, prepared: Prepared): PostgresPoolClient {
  let watchAgain = () => {};
  const query = (text: string, values: readonly unknown[]) => {
    const lifted = mayBeSilent(client, text);
    if (lifted) watchAgain = lifted;
    return prepared(text, values, (statement) => client.query(statement));
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release(broken?: boolean) {
      watchAgain();
      client.release(broken);
    },
  };
}
