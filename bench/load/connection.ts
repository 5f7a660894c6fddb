import { connect, type Socket } from 'node:net';

export type Response = { status: number; text: string; ms: number };

/** Sends one request at a time: its bytes, one character each. */
export type Send = (request: string) => Promise<Response>;

const endOfHead = '\r\n\r\n';
const closes = /\r\nconnection: close\r\n/i;
const framing = /\r\n(?:content-length: (\d+)|transfer-encoding: (chunked))/i;

/**
 * An HTTP/1.1 client on plain sockets. It sends prepared bytes and parses only where a response ends, because the
 * generator must use less CPU time per request than any measured server.
 */
export function createConnection({ hostname: host, port }: URL): Send {
  let socket: Socket | undefined;
  let [text, sentAt] = ['', 0];
  let waiting: PromiseWithResolvers<Response> | undefined;

  function open(): Socket {
    const opened = connect({ host, port: Number(port), noDelay: true }).setEncoding('latin1');
    /** The server may close an idle connection. The next request opens another. */
    const handleClosed = (error = new Error('The server closed a connection in place of a response.')) => {
      if (socket !== opened) return;
      socket = undefined;
      waiting?.reject(error);
    };
    return opened.on('data', receive).on('error', handleClosed).on('end', handleClosed);
  }

  function receive(part: string): void {
    text += part;
    const headLength = text.indexOf(endOfHead) + endOfHead.length;
    if (headLength < endOfHead.length) return;
    const head = text.slice(0, headLength - 2);
    const [, length = 0, isChunked] = framing.exec(head) ?? [];
    // A 304 response has no body, whatever its headers say.
    const end = headLength + (head.startsWith(' 304', 8) ? 0 : Number(length));
    if (isChunked ? !text.endsWith(`\r\n0${endOfHead}`) : text.length < end) return;
    const ms = performance.now() - sentAt;
    if (closes.test(head)) socket = undefined;
    waiting?.resolve({ status: Number(text.slice(9, 12)), text, ms });
    waiting = undefined;
  }

  return (request) => {
    socket ??= open();
    [text, sentAt, waiting] = ['', performance.now(), Promise.withResolvers()];
    socket.write(request, 'latin1');
    return waiting.promise;
  };
}

type Request = { url: string; method?: string; headers?: Record<string, string>; body?: string };

/** A POST with a JSON body, for `requestBytes` and `fetch`. */
export const postOf = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Encodes a request. */
export function requestBytes({ url, method = 'GET', headers, body = '' }: Request): string {
  const { host, pathname, search } = new URL(url);
  const all = { host, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
  return Buffer.from(text).toString('latin1');
}
