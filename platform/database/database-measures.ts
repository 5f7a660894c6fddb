import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import type { Pool } from 'pg';
import type { Measures } from '../measures.ts';

/** Counts transactions of several statements, by how they ended. */
export function countTransactions(dialect: Dialect, measures: Measures | undefined): Dialect {
  if (!measures) return dialect;
  const count = measures.counter(
    'database_transactions_total',
    'Transactions of several statements.',
    'outcome',
  );
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
      driver.commitTransaction = counting(driver, driver.commitTransaction, () =>
        count({ outcome: 'committed' }),
      );
      driver.rollbackTransaction = counting(driver, driver.rollbackTransaction, () =>
        count({ outcome: 'rolled_back' }),
      );
      return driver;
    },
  };
}

type End = (connection: DatabaseConnection) => Promise<void>;

const counting =
  (driver: Driver, end: End, count: () => void): End =>
  async (connection) => {
    await end.call(driver, connection);
    count();
  };

/** `as`: which database it leads to, `primary` or `replica`. */
export function measurePool(measures: Measures | undefined, pool: Pool, as: string): void {
  measures?.gauge('database_pool_connections', 'Connections to PostgreSQL.', () => [
    [{ pool: as, state: 'busy' }, pool.totalCount - pool.idleCount],
    [{ pool: as, state: 'idle' }, pool.idleCount],
  ]);
  measures?.gauge('database_pool_connections_max', 'How many connections there may be.', () => [
    [{ pool: as }, pool.options.max],
  ]);
  measures?.gauge('database_pool_waiting', 'Who waits for a connection.', () => [
    [{ pool: as }, pool.waitingCount],
  ]);
}
