import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { minutes, seconds } from '../time.ts';

export type ConnectionLimits = {
  /** Time limit for receiving a request's headers. */
  headersMs: number;
  /** Time limit for receiving a whole request, such as a 10 MB picture at 40 KB/s. */
  requestMs: number;
  /** A connection is closed after this time without a byte in either direction. */
  idleMs: number;
  checkMs: number;
  /**
   * Must exceed the keep-alive time of load balancers (60 s). Otherwise they send a request on a connection
   * that is being closed.
   */
  keepAliveMs: number;
  /**
   * Maximum number of concurrent connections per address. A mobile operator's customers share one address,
   * and each browser opens six connections.
   */
  maxPerSender: number;
};

export const connectionLimits: ConnectionLimits = {
  headersMs: seconds(30),
  requestMs: minutes(5),
  idleMs: minutes(2),
  checkMs: seconds(5),
  keepAliveMs: seconds(75),
  maxPerSender: 2000,
};

/**
 * Closes idle connections and limits the number of connections per address.
 * @param exempt returns whether an address has no connection limit (trusted proxies and this machine)
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  exempt: (address: string) => boolean,
): void {
  server.timeout = limits.idleMs;
  server.keepAliveTimeout = limits.keepAliveMs;
  const openConnections = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (!isIP(address) || exempt(address)) return;
    const current = (openConnections.get(address) ?? 0) + 1;
    if (current > limits.maxPerSender) return socket.destroy();
    openConnections.set(address, current);
    socket.once('close', () => {
      const remaining = (openConnections.get(address) ?? 1) - 1;
      if (remaining > 0) openConnections.set(address, remaining);
      else openConnections.delete(address);
    });
  });
}

/**
 * Returns whether a request has several Host headers. Node uses the first one, and a proxy may use another.
 */
export function hasMultipleHostHeaders({ rawHeaders }: IncomingMessage): boolean {
  let hostCount = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hostCount += 1;
  }
  return hostCount > 1;
}

/** The longest path of the site has about 200 characters. */
const MAX_PATH_LENGTH = 2000;
/** The longest query strings have about 2,500 characters: Google's callback and links in emails. */
const MAX_TARGET_LENGTH = 8000;

/** Returns whether the path, or the path with its query, is longer than any address of the site. */
export function isUrlTooLong(url = ''): boolean {
  if (url.length <= MAX_PATH_LENGTH) return false;
  const queryStart = url.indexOf('?');
  return url.length > MAX_TARGET_LENGTH || queryStart === -1 || queryStart > MAX_PATH_LENGTH;
}

/** Responds 414 before routing, so that nothing decodes, matches or logs the address. */
export function rejectLongUrl(outgoing: ServerResponse): void {
  const message = `This address is too long. Use at most ${MAX_PATH_LENGTH} characters for the path and ${MAX_TARGET_LENGTH} in all.`;
  const text = JSON.stringify({ error: { code: 'address-too-long', message } });
  outgoing.writeHead(414, {
    'Content-Type': 'application/json',
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
  });
  outgoing.end(text);
}
