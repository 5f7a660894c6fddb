import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { seconds } from '../time.ts';

/** A server that lives ends every statement before (15 s), and the pool closes what nobody uses before (10 s). */
const LONGEST_SILENCE = seconds(20);

/**
 * A line that broke without a word (a cable, a firewall, a machine without power), or to a server that hangs, would be
 * waited on for hours: it is ended, as one that broke.
 */
export function endWhenSilent(client: PoolClient, longestMs = LONGEST_SILENCE): void {
  const stream = lineOf(client);
  stream.setTimeout(longestMs, () => {
    stream.destroy(Object.assign(new Error('The line is silent.'), { code: 'ETIMEDOUT' }));
  });
}

/**
 * A transaction that lifts the limit on its statements (a migration) waits for as long as it takes: gives what ends that
 * again, for a statement that does so.
 */
export function mayBeSilent(client: PoolClient, statement: string): (() => void) | undefined {
  if (statement !== 'set local statement_timeout = 0') return undefined;
  const stream = lineOf(client);
  const longestMs = stream.timeout ?? 0;
  stream.setTimeout(0);
  return () => stream.setTimeout(longestMs);
}

/** A socket, under TLS or not: the driver's types say less. */
const lineOf = (client: PoolClient): Socket => client.connection.stream as Socket;
