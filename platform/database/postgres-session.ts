import type { PoolClient } from 'pg';

/**
 * What frees the locks and the connections of a server that freezes (SIGSTOP, a stalled virtual machine) or whose host
 * is lost. A transaction awaits nothing but the database, so one that is idle for seconds belongs to such a server. The
 * limit is below the lock timeout (postgres.ts): whoever waits for the row still gets it. A lost host is noticed within
 * a minute and a half; PostgreSQL itself would hold its connections for hours.
 */
const settings = {
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
  for (const [name, value] of Object.entries(settings)) {
    // Refused, or the connection broke, which the next statement on it finds out.
    client.query(`set ${name} = '${value}'`).catch(() => {});
  }
}
