import { type DialectAdapter, PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;

/** Migrations take a lock row of ours (migrate.ts), which distributed engines know too; no advisory lock. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class RowLockDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new RowLockAdapter();
  }
}

/** PostgreSQL, or an engine that speaks its protocol. 64-bit integers come back as numbers: ours are instants in ms. */
export function postgresDialect(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    dialect: new RowLockDialect({ pool }),
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
