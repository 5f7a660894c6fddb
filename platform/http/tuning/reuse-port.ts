import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** As node:http makes its own. */
const asOfHttp = { allowHalfOpen: true, noDelay: true };
/** Some 3 ms of new connections a round of the event loop, at most. */
const SOCKETS = 16;

/**
 * Lets a server listen on several sockets of one port, where the system knows how (Linux). libuv takes one connection
 * from each a round of the event loop: with a single one, a busy server takes a few dozen new visitors a second, and
 * the others wait for seconds before anything of ours hears of them. Gives the further sockets, to be closed beside it.
 */
export async function listenWithReusePort(
  server: Server,
  where: { port: number; host: string },
): Promise<Server[]> {
  // Sockets that share a port would share it with another process of ours, too: first it must be ours alone.
  const probe = createServer();
  const { port } = await start(probe, where);
  await stop(probe);
  const shared = { ...where, port, reusePort: true };
  try {
    await start(server, shared);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOTSUP') throw error;
    await start(server, { ...where, port });
    return [];
  }
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer(asOfHttp, (socket) => server.emit('connection', socket)),
  );
  await Promise.all(others.map((other) => start(other, shared)));
  return others;
}

/** A round of the event loop in which nobody came, and nothing else was done either. */
const QUIET_MS = 0.05;
const MOST_MS = 100;

/**
 * Resolves when a round of the event loop has found nobody new: a socket that is closed at once cuts off nobody. Whoever
 * has connected and is not accepted yet would be reset, and what they have sent already could not be sent elsewhere.
 */
export async function waitForAccepted(): Promise<void> {
  const since = performance.now();
  for (let before = since, now = 0; now < since + MOST_MS; before = now) {
    await setImmediate();
    now = performance.now();
    if (now - before < QUIET_MS) return;
  }
}

async function start(
  server: Server,
  where: { port: number; host: string; reusePort?: boolean },
): Promise<AddressInfo> {
  server.listen(where);
  await once(server, 'listening');
  return server.address() as AddressInfo;
}

async function stop(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
