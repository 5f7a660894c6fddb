import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

const http = (body: string, head = `Content-Length: ${body.length}`, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${head}\r\n\r\n${body}`;
const asked = (socket: Socket, answer: () => void) => socket.once('data', answer);
const drip = (socket: Socket, text: string) => {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
};

/** What a server of somebody else may do to whoever speaks HTTP to it. */
export const faults = {
  'is silent': (socket) => socket.resume(),
  'hangs up': (socket) => asked(socket, () => socket.destroy()),
  'speaks no HTTP': (socket) => asked(socket, () => socket.end('\u0000\u0001 garbage \r\n\r\n'.repeat(20))),
  'drips its head': (socket) => asked(socket, () => drip(socket, 'X')),
  'drips its body': (socket) =>
    asked(socket, () => {
      socket.write(http('{"a":"', 'Content-Length: 1000000'));
      drip(socket, 'x');
    }),
  'never ends its body': (socket) =>
    asked(socket, () => {
      socket.write(http('{"a":"', 'Connection: close'));
      const pour = () => {
        while (socket.writable && socket.write('x'.repeat(100_000)));
      };
      socket.on('drain', pour);
      pour();
    }),
  'breaks off in its body': (socket) => asked(socket, () => socket.end(http('{"a":', 'Content-Length: 500'))),
  'says another length': (socket) => asked(socket, () => socket.end(http('{"a":"b"}', 'Content-Length: 4'))),
  'answers a page': (socket) =>
    asked(socket, () => socket.end(http('<!doctype html><title>Welcome</title>', 'Connection: close'))),
  'answers nothing at all': (socket) => asked(socket, () => socket.end(http('', 'Content-Length: 0'))),
  'answers other JSON': (socket) => asked(socket, () => socket.end(http('{"hello":["world"]}'))),
  'answers null': (socket) => asked(socket, () => socket.end(http('null'))),
  'answers 500': (socket) =>
    asked(socket, () => socket.end(http('oh', 'Content-Length: 2', '500 Internal Server Error'))),
} satisfies Record<string, (socket: Socket) => unknown>;

export type Fault = keyof typeof faults;

/** A server that has a fault, which tests may change: a function of theirs speaks to whoever connects. */
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
    /** Lines that are open now. */
    open: () => open.size,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Nobody has this name (RFC 2606). */
export const unresolvableHost = 'nobody.invalid';
