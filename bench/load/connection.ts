import { createConnection, type Socket } from 'node:net';

export type Response = { status: number; text: string; ms: number };

export type Connection = {
  /** Sends one request at a time: its bytes, one character each. */
  send(request: string): void;
  close(): void;
};

const endOfHead = '\r\n\r\n';
const closes = /\r\nconnection: close\r\n/i;
const framing = /\r\n(?:content-length: (\d+)|transfer-encoding: (chunked))/i;

/**
 * An HTTP/1.1 client on plain sockets. It sends prepared bytes and parses only where a response ends, because the
 * generator must use less CPU time per request than any measured server.
 */
export function createClientConnection(
  { hostname: host, port }: URL,
  onResponse: (response: Response) => void,
): Connection {
  let socket: Socket | undefined;
  let isWaiting = false;
  let sentAt = 0;
  let text = '';
  /** Length of the response, once its head has arrived. Undefined before. */
  let end: number | undefined;
  let isChunked = false;
  let willClose = false;

  function open(): Socket {
    const opened = createConnection({ host, port: Number(port), noDelay: true }).setEncoding('latin1');
    opened.on('data', receive);
    opened.on('error', (error) => handleClosed(opened, error));
    opened.on('close', () =>
      handleClosed(opened, new Error('The server closed a connection in place of a response.')),
    );
    return opened;
  }

  /** The server may close an idle connection. The next request opens another. */
  function handleClosed(lost: Socket, error: Error): void {
    if (socket !== lost) return;
    socket = undefined;
    if (isWaiting) throw error;
  }

  function receive(part: string): void {
    text += part;
    if (end === undefined && !isChunked) readHead();
    const isWhole = isChunked ? text.endsWith(`\r\n0${endOfHead}`) : end !== undefined && text.length >= end;
    if (!isWhole) return;
    const response = { status: Number(text.slice(9, 12)), text, ms: performance.now() - sentAt };
    if (willClose) close();
    isWaiting = false;
    onResponse(response);
  }

  function readHead(): void {
    const index = text.indexOf(endOfHead);
    if (index < 0) return;
    const head = text.slice(0, index + 2);
    const [, length = 0, chunked] = framing.exec(head) ?? [];
    willClose = closes.test(head);
    isChunked = chunked !== undefined;
    // A 304 response has no body, whatever its headers say.
    if (!isChunked) end = index + endOfHead.length + (head.startsWith(' 304', 8) ? 0 : Number(length));
  }

  function close(): void {
    const closed = socket;
    socket = undefined;
    closed?.end();
  }

  return {
    send(request) {
      socket ??= open();
      [isWaiting, sentAt, text, end, isChunked] = [true, performance.now(), '', undefined, false];
      socket.write(request, 'latin1');
    },
    close,
  };
}

/** Encodes a request. */
export function requestBytes(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): string {
  const { host, pathname, search } = new URL(url);
  const all = { host, ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
  return Buffer.from(text).toString('latin1');
}
