import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { SharingDriver } from './postgres-driver.ts';
import { limitFrozenSession } from './postgres-session.ts';
import { endWhenSilent } from './postgres-silence.ts';
import { withTlsSpelled } from './postgres-tls.ts';

const INT8 = 20;

/** Migrations take a lock row of ours (migrate.ts), which distributed engines know too; no advisory lock. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** `connections`: how many are opened at most; at least 6. */
export type PostgresPlace = { url: string; connections?: number | undefined };

/** PostgreSQL, or an engine that speaks its protocol. 64-bit integers come back as numbers: ours are instants in ms. */
export function postgresDialect({ url, connections = 24 }: PostgresPlace, longestSilence?: number) {
  const pool = new pg.Pool({
    connectionString: withTlsSpelled(url),
    max: connections,
    // Several statements may be under way on one connection (postgres-sharing.ts).
    pipeline: true,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 15_000,
    // Who holds a row for longer has lost its way; what waits for it is told to come back.
    lock_timeout: 5000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // One that breaks while it is used fails its statements.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', (client) => endWhenSilent(client, longestSilence));
  pool.on('connect', limitFrozenSession);
  const dialect: Dialect = {
    createAdapter: () => new RowLockAdapter(),
    createDriver: () => new SharingDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return {
    dialect,
    pool,
    ping: async () => {
      try {
        await pool.query('select 1');
      } catch (error) {
        await pool.end();
        throw error;
      }
    },
  };
}
