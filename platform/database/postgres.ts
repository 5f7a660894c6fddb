import type { Socket } from 'node:net';
import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg, { type Pool, type PoolClient } from 'pg';
import type { MetricsRegistry } from '../observability/metrics-registry.ts';
import { seconds } from '../time.ts';
import { createSharedConnectionDriver } from './postgres-driver.ts';

const INT8 = 20;
/**
 * Longer than the statement timeout (15 s) and than the pool's idle timeout (10 s), so only a dead server
 * reaches it.
 */
const SILENCE_TIMEOUT_MS = seconds(20);

/** Takes no advisory lock, because migrate.ts uses a lock row instead. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** `connections`: maximum pool size, at least 6. */
export type PostgresLocation = { url: string; connections?: number | undefined };

/**
 * Connects to PostgreSQL or a compatible engine. Returns 64-bit integers as numbers, because they are times
 * in ms.
 */
export function createPostgresDialect({ url, connections = 24 }: PostgresLocation) {
  const pool = new pg.Pool({
    connectionString: normalizeTlsOptions(url),
    max: connections,
    // Several statements may be in flight on one connection (postgres-statements.ts).
    pipeline: true,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 15_000,
    // A transaction that holds a row for longer is stuck. Requests that wait for the row get a 503.
    lock_timeout: 5000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  // The pool replaces a broken idle connection. Without this listener, the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // Ignore the error, because the statements of a broken connection reject.
    client.on('error', () => {});
    endSilentConnection(client);
    setSessionTimeouts(client);
  });
  const dialect: Dialect = {
    createAdapter: () => new RowLockAdapter(),
    createDriver: () => createSharedConnectionDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return { dialect, pool };
}

/**
 * Replaces the `sslmode` values `prefer`, `require` and `verify-ca` of a URL with `verify-full`, because
 * encryption without a check of the certificate and its name does not stop an attacker in between. Without
 * `sslmode` the connection is not encrypted.
 */
export function normalizeTlsOptions(url: string): string {
  const parsed = new URL(url);
  if (!['prefer', 'require', 'verify-ca'].includes(parsed.searchParams.get('sslmode') ?? '')) return url;
  parsed.searchParams.set('sslmode', 'verify-full');
  return parsed.href;
}

/**
 * Closes a connection that is silent for too long (cable, firewall, power failure, a server that hangs).
 * Otherwise its statements would wait for hours.
 */
function endSilentConnection(client: PoolClient): void {
  // The stream is a socket, with or without TLS, but the driver's types are less specific.
  const stream = client.connection.stream as Socket;
  stream.setTimeout(SILENCE_TIMEOUT_MS, () => {
    stream.destroy(Object.assign(new Error('The database connection is silent.'), { code: 'ETIMEDOUT' }));
  });
}

/**
 * Frees the locks and connections of an app server that freezes or whose host is lost. Transactions await
 * only the database, so one that is idle for 4 s is stuck. The 4 s are below the lock timeout, so that
 * waiting transactions still get the row. The TCP settings detect a lost host within 90 s instead of hours.
 */
const sessionSettings = {
  idle_in_transaction_session_timeout: '4s',
  tcp_keepalives_idle: '30s',
  tcp_keepalives_interval: '10s',
  tcp_keepalives_count: '6',
  tcp_user_timeout: '60s',
};

/**
 * Sends the settings as the first statements of a new connection. If they were startup parameters, an
 * unsupported one would make a pooler or another engine close the connection.
 */
export function setSessionTimeouts(client: PoolClient): void {
  for (const [name, value] of Object.entries(sessionSettings)) {
    // The setting is unsupported, or the connection broke and the next statement fails.
    client.query(`set ${name} = '${value}'`).catch(() => {});
  }
}

export function collectPoolMetrics(metrics: MetricsRegistry | undefined, pool: Pool): void {
  metrics?.gauge('database_pool_connections', 'PostgreSQL connections in the pool.', () => [
    [{ state: 'busy' }, pool.totalCount - pool.idleCount],
    [{ state: 'idle' }, pool.idleCount],
  ]);
  metrics?.gauge(
    'database_pool_connections_max',
    'Maximum number of PostgreSQL connections in the pool.',
    () => pool.options.max,
  );
  metrics?.gauge(
    'database_pool_waiting',
    'Requests for a PostgreSQL connection that wait.',
    () => pool.waitingCount,
  );
}
