import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** The options that node:http uses for its own sockets. */
const httpSocketOptions = { allowHalfOpen: true, noDelay: true };
/** Accepting one connection per socket takes at most 3 ms per event loop tick. */
const SOCKETS = 16;

/**
 * Listens on several sockets of one port with SO_REUSEPORT, where the system supports it (Linux). libuv accepts one
 * connection per socket and tick, so a busy server with one socket accepts only a few dozen connections a second.
 * @returns the additional sockets, which the caller closes together with `server`
 */
export async function listenWithReusePort(
  server: Server,
  { sharesPort, ...address }: { port: number; host: string; sharesPort: boolean },
): Promise<Server[]> {
  // Check that the port is free first: with SO_REUSEPORT, another process of this user could share it unnoticed.
  const port = sharesPort ? address.port : await findFreePort(address);
  const shared = { ...address, port, reusePort: true };
  try {
    await start(server, shared);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOTSUP') throw error;
    await start(server, { ...address, port });
    return [];
  }
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer(httpSocketOptions, (socket) => server.emit('connection', socket)),
  );
  await Promise.all(others.map((other) => start(other, shared)));
  return others;
}

async function findFreePort(address: { port: number; host: string }): Promise<number> {
  const probe = createServer();
  const { port } = await start(probe, address);
  await stop(probe);
  return port;
}

/** An event loop tick shorter than this accepted no connection. */
const IDLE_TICK_MS = 0.05;
const MAX_WAIT_MS = 100;

/**
 * Resolves after an event loop tick without new connections, or after 100 ms. Closing a socket resets the connections
 * that are established but not accepted yet, and their clients cannot safely retry what they have sent.
 */
export async function waitForAccepted(): Promise<void> {
  const startedAt = performance.now();
  for (let previous = startedAt, now = 0; now < startedAt + MAX_WAIT_MS; previous = now) {
    await setImmediate();
    now = performance.now();
    if (now - previous < IDLE_TICK_MS) return;
  }
}

async function start(
  server: Server,
  address: { port: number; host: string; reusePort?: boolean },
): Promise<AddressInfo> {
  server.listen(address);
  await once(server, 'listening');
  return server.address() as AddressInfo;
}

async function stop(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
