import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { minutes, seconds } from '../time.ts';

export type ConnectionLimits = {
  /** For the headers of a request, and before the first of them. */
  headersMs: number;
  /** For a whole request: 10 MB at 40 KB a second, the slowest line that a picture is sent over. */
  requestMs: number;
  /** Without a byte either way: who neither sends on nor reads the answer. */
  idleMs: number;
  checkMs: number;
  /** Between two requests: longer than load balancers keep a connection (60 s), or they send a request as we close it. */
  keepAliveMs: number;
  /** At once from one address. A mobile operator's customers share one; a browser opens six. */
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
 * Nobody holds a connection for longer than it is of use, or nearly all of them. `exempt`: proxies, through which
 * everybody comes, and this machine itself.
 */
export function limitConnections(
  server: Server,
  bounds: ConnectionLimits,
  exempt: (address: string) => boolean,
): void {
  server.timeout = bounds.idleMs;
  server.keepAliveTimeout = bounds.keepAliveMs;
  const held = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (!isIP(address) || exempt(address)) return;
    const now = (held.get(address) ?? 0) + 1;
    if (now > bounds.maxPerSender) return socket.destroy();
    held.set(address, now);
    socket.once('close', () => {
      const left = (held.get(address) ?? 1) - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    });
  });
}

/** Which host would be meant: a proxy may take the one and we the other. Node itself takes the first in silence. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** The longest path of ours has some 200 characters. */
const MAX_PATH_LENGTH = 2000;
/** The longest query of ours has some 2,500 characters: Google's callback, and the link of an email. */
const MAX_TARGET_LENGTH = 8000;

/** Whether the path, or the path with its query, is longer than anything that a page or client of ours asks for. */
export function isUrlTooLong(url = ''): boolean {
  if (url.length <= MAX_PATH_LENGTH) return false;
  const query = url.indexOf('?');
  return url.length > MAX_TARGET_LENGTH || query === -1 || query > MAX_PATH_LENGTH;
}

/** Responds 414 before any routing: nothing decodes, matches or logs such an address. */
export function rejectLongUrl(outgoing: ServerResponse): void {
  const message = `This address is too long. Use at most ${MAX_PATH_LENGTH} characters for the path and ${MAX_TARGET_LENGTH} in all.`;
  const text = JSON.stringify({ error: { code: 'address-too-long', message } });
  outgoing.writeHead(414, {
    'Content-Type': 'application/json',
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  outgoing.end(text);
}
