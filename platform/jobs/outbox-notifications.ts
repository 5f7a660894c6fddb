import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import pg from 'pg';
import { normalizeTlsOptions } from '../database/postgres.ts';
import { seconds } from '../time.ts';

const CHANNEL = 'blood_buddies_outbox';
const RECONNECT_MS = seconds(5);

/** Tells all servers on a PostgreSQL database about a new message as soon as its transaction commits. */
export type OutboxNotifications = {
  /** Notifies when the transaction commits. Does nothing while this server cannot receive notifications. */
  // biome-ignore lint/suspicious/noExplicitAny: each service has its own tables.
  send(trx: Transaction<any>, kind: string): Promise<void>;
  /** Calls `receive` with the kind of each message that any server adds. Returns a function that ends this. */
  onReceived(receive: (kind: string) => void): () => void;
  close(): Promise<void>;
};

/**
 * Listens on a connection of its own and opens a new one when it breaks. Messages are found by polling, too: engines
 * and poolers without `listen` only deliver them later.
 */
export async function openOutboxNotifications(url: string): Promise<OutboxNotifications> {
  const receivers = new Set<(kind: string) => void>();
  const closing = new AbortController();
  const { signal } = closing;
  const firstAttempt = Promise.withResolvers<void>();
  let listening: pg.Client | undefined;

  async function connect(): Promise<pg.Client | undefined> {
    const client = new pg.Client({
      connectionString: normalizeTlsOptions(url),
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on('notification', ({ payload = '' }) => {
      for (const receive of receivers) receive(payload);
    });
    // The end of the connection follows.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      return client;
    } catch {
      await client.end().catch(() => {});
      return undefined;
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      listening = await connect();
      firstAttempt.resolve();
      if (listening) await new Promise<void>((resolve) => void listening?.once('end', resolve));
      listening = undefined;
      await pause(RECONNECT_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const stopped = keepListening();
  await firstAttempt.promise;
  return {
    async send(trx, kind) {
      if (listening) await sql`select pg_notify(${CHANNEL}, ${kind})`.execute(trx);
    },
    onReceived(receive) {
      receivers.add(receive);
      return () => void receivers.delete(receive);
    },
    async close() {
      closing.abort();
      await listening?.end();
      await stopped;
    },
  };
}
