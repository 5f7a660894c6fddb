import type { Socket } from 'node:net';
import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg, { type Pool, type PoolClient } from 'pg';
import type { MetricsRegistry } from '../observability/metrics-registry.ts';
import { seconds } from '../time.ts';
import { createSharingDriver } from './postgres-driver.ts';

const INT8 = 20;
/** A server that lives ends every statement before (15 s), and the pool closes what nobody uses before (10 s). */
const LONGEST_SILENCE = seconds(20);

/** Migrations take a lock row of ours (migrate.ts), which distributed engines know too; no advisory lock. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** `connections`: how many are opened at most; at least 6. */
export type PostgresLocation = { url: string; connections?: number | undefined };

/** PostgreSQL, or an engine that speaks its protocol. 64-bit integers come back as numbers: ours are instants in ms. */
export function postgresDialect({ url, connections = 24 }: PostgresLocation) {
  const pool = new pg.Pool({
    connectionString: normalizeTlsOptions(url),
    max: connections,
    // Several statements may be under way on one connection (postgres-statements.ts).
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
  pool.on('connect', (client) => {
    // One that breaks while it is used fails its statements.
    client.on('error', () => {});
    endSilentConnection(client);
    limitFrozenSession(client);
  });
  const dialect: Dialect = {
    createAdapter: () => new RowLockAdapter(),
    createDriver: () => createSharingDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return { dialect, pool };
}

/**
 * The address with what its `sslmode` means to the driver said in full. `prefer`, `require` and `verify-ca` check the
 * certificate and its name as `verify-full` does: a line that is encrypted to anybody at all protects nothing. Without
 * `sslmode` the line is plain.
 */
export function normalizeTlsOptions(url: string): string {
  const address = new URL(url);
  if (!['prefer', 'require', 'verify-ca'].includes(address.searchParams.get('sslmode') ?? '')) return url;
  address.searchParams.set('sslmode', 'verify-full');
  return address.href;
}

/**
 * A line that broke without a word (a cable, a firewall, a machine without power), or to a server that hangs, would be
 * waited on for hours: it is ended, as one that broke.
 */
function endSilentConnection(client: PoolClient): void {
  // A socket, under TLS or not: the driver's types say less.
  const stream = client.connection.stream as Socket;
  stream.setTimeout(LONGEST_SILENCE, () => {
    stream.destroy(Object.assign(new Error('The line is silent.'), { code: 'ETIMEDOUT' }));
  });
}

/**
 * What frees the locks and the connections of a server that freezes (SIGSTOP, a stalled virtual machine) or whose host
 * is lost. A transaction awaits nothing but the database, so one that is idle for seconds belongs to such a server. The
 * limit is below the lock timeout: whoever waits for the row still gets it. A lost host is noticed within a minute and a
 * half; PostgreSQL itself would hold its connections for hours.
 */
const sessionSettings = {
  idle_in_transaction_session_timeout: '4s',
  tcp_keepalives_idle: '30s',
  tcp_keepalives_interval: '10s',
  tcp_keepalives_count: '6',
  tcp_user_timeout: '60s',
};

/**
 * Sends the settings as statements ahead of all others on a new connection. As start parameters they would close it
 * where a pooler or another engine does not know one; as statements each is accepted or refused alone.
 */
export function limitFrozenSession(client: PoolClient): void {
  for (const [name, value] of Object.entries(sessionSettings)) {
    // Refused, or the connection broke, which the next statement on it finds out.
    client.query(`set ${name} = '${value}'`).catch(() => {});
  }
}

/** `as`: which database the pool leads to, `primary` or `replica`. */
export function collectPoolMetrics(metrics: MetricsRegistry | undefined, pool: Pool, as: string): void {
  metrics?.gauge('database_pool_connections', 'Connections to PostgreSQL.', () => [
    [{ pool: as, state: 'busy' }, pool.totalCount - pool.idleCount],
    [{ pool: as, state: 'idle' }, pool.idleCount],
  ]);
  metrics?.gauge('database_pool_connections_max', 'How many connections there may be.', () => [
    [{ pool: as }, pool.options.max],
  ]);
  metrics?.gauge('database_pool_waiting', 'Who waits for a connection.', () => [
    [{ pool: as }, pool.waitingCount],
  ]);
}
