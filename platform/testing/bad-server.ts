import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

const http = (body: string, head = `Content-Length: ${body.length}`, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${head}\r\n\r\n${body}`;
const onRequest = (socket: Socket, respond: () => void) => socket.once('data', respond);
const drip = (socket: Socket, text: string) => {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
};

/** Ways in which an external HTTP server can misbehave. */
export const faults = {
  'is silent': (socket) => socket.resume(),
  'hangs up': (socket) => onRequest(socket, () => socket.destroy()),
  'speaks no HTTP': (socket) =>
    onRequest(socket, () => socket.end('\u0000\u0001 garbage \r\n\r\n'.repeat(20))),
  'drips its head': (socket) => onRequest(socket, () => drip(socket, 'X')),
  'drips its body': (socket) =>
    onRequest(socket, () => {
      socket.write(http('{"a":"', 'Content-Length: 1000000'));
      drip(socket, 'x');
    }),
  'never ends its body': (socket) =>
    onRequest(socket, () => {
      socket.write(http('{"a":"', 'Connection: close'));
      const writeMore = () => {
        while (socket.writable && socket.write('x'.repeat(100_000)));
      };
      socket.on('drain', writeMore);
      writeMore();
    }),
  'breaks off in its body': (socket) =>
    onRequest(socket, () => socket.end(http('{"a":', 'Content-Length: 500'))),
  'says another length': (socket) =>
    onRequest(socket, () => socket.end(http('{"a":"b"}', 'Content-Length: 4'))),
  'answers a page': (socket) =>
    onRequest(socket, () => socket.end(http('<!doctype html><title>Welcome</title>', 'Connection: close'))),
  'answers nothing at all': (socket) => onRequest(socket, () => socket.end(http('', 'Content-Length: 0'))),
  'answers other JSON': (socket) => onRequest(socket, () => socket.end(http('{"hello":["world"]}'))),
  'answers null': (socket) => onRequest(socket, () => socket.end(http('null'))),
  'answers 500': (socket) =>
    onRequest(socket, () => socket.end(http('oh', 'Content-Length: 2', '500 Internal Server Error'))),
} satisfies Record<string, (socket: Socket) => unknown>;

export type Fault = keyof typeof faults;

/** Starts a server with one of these faults, or with a custom connection handler. */
export async function openBadServer(fault: Fault | ((socket: Socket) => unknown)) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    if (typeof fault === 'function') fault(socket);
    else (faults[fault] as (socket: Socket) => unknown)(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    /** Number of open connections. */
    open: () => open.size,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A host name that never resolves (RFC 2606). */
export const unresolvableHost = 'nobody.invalid';
