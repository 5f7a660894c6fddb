import { once } from 'node:events';
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Server as Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { SetupError } from '../errors.ts';
import { seconds } from '../time.ts';
import { trustedAddress } from './client-address.ts';
import {
  type ConnectionLimits,
  connectionLimits,
  hasTwoHosts,
  isUrlTooLong,
  limitConnections,
  rejectLongUrl,
} from './connections.ts';
import type { RequestHandler } from './tuning/response-cache.ts';
import { listenWithReusePort, waitForAccepted } from './tuning/reuse-port.ts';

const STARTING_MS = seconds(5);

export type Listening = {
  /** Where a process on this machine reaches it: `http://127.0.0.1:3000`. */
  address: string;
  /**
   * From now on this app answers, and `hot` before it what it can. What came before waits for it, for 5 s at most:
   * whoever stands in front sends requests as soon as somebody listens. Health is told at once.
   */
  serve(app: Hono, hot?: RequestHandler): void;
  /**
   * From now on `/readyz` says 503, and each answer is the last on its connection: whoever stands in front goes
   * elsewhere. All that still comes is answered.
   */
  leave(): void;
  /** Takes no new request, lets those under way finish (for so long as `patienceMs`), then resolves. */
  close(): Promise<void>;
};

/**
 * Listens on `host`; `localhost` means 127.0.0.1 and, where the machine has it, ::1. `trustProxy`: who may hold as many
 * connections as it likes, beside this machine itself.
 * @throws SetupError when the port is taken or the address is not this machine's
 */
export async function listen({
  host,
  port,
  timeoutMs = seconds(20),
  trustProxy = [],
  bounds = connectionLimits,
}: {
  host: string;
  port: number;
  timeoutMs?: number;
  trustProxy?: readonly string[];
  bounds?: ConnectionLimits;
}): Promise<Listening> {
  const timeouts: ServerOptions = {
    headersTimeout: bounds.headersMs,
    requestTimeout: bounds.requestMs,
    connectionsCheckingInterval: bounds.checkMs,
  };
  const exempt = trustedAddress([...trustProxy, 'loopback']);
  let current = new Hono().all('*', (c) => c.text('Starting.', 503, { 'Retry-After': '1' }));
  const started = Promise.withResolvers<void>();
  const starting: RequestHandler = (incoming, outgoing, otherwise) => {
    if (/^\/(healthz|readyz)$/.test(incoming.url ?? '')) return otherwise();
    void Promise.race([started.promise, pause(STARTING_MS, undefined, { ref: false })]).then(() =>
      door === starting ? otherwise() : door(incoming, outgoing, otherwise),
    );
  };
  let door = starting;
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const servers: Server[] = [];
  const sockets: Socket[] = [];
  for (const address of hosts) {
    const server = createAdaptorServer({
      fetch: (request, env) => current.fetch(request, env),
      // For HTTP/1.0, which need not name one; nothing of ours asks which was named.
      hostname: 'localhost',
      createServer: ((options: ServerOptions, app: RequestListener) =>
        createServer({ ...options, ...timeouts }, (incoming, outgoing) => {
          if (hasTwoHosts(incoming)) return refuseForGood(outgoing);
          if (isUrlTooLong(incoming.url)) return rejectLongUrl(outgoing);
          door(incoming, outgoing, () => app(incoming, outgoing));
        })) as typeof createServer,
    }) as Server;
    limitConnections(server, bounds, exempt);
    try {
      sockets.push(...(await listenWithReusePort(server, { port, host: address })));
      servers.push(server);
    } catch (error) {
      const { code } = error as { code?: string };
      if (address === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
      await stop(0);
      throw new SetupError(explain(code, address, port), { cause: error });
    }
  }
  return {
    address: ownAddress(servers[0]?.address() as AddressInfo),
    serve(app, hot = (_incoming, _outgoing, otherwise) => otherwise()) {
      current = app;
      door = hot;
      started.resolve();
    },
    leave() {
      const before = door;
      door = (incoming, outgoing, otherwise) => {
        outgoing.shouldKeepAlive = false;
        before(incoming, outgoing, otherwise);
      };
      current = leavingBefore(current);
    },
    close: () => stop(timeoutMs),
  };

  async function stop(timeoutMs: number): Promise<void> {
    // Each of them waits for the connections that it took itself.
    const all = [...sockets, ...servers];
    const closed = Promise.all(all.map((one) => once(one, 'close')));
    for (const one of all) {
      await waitForAccepted();
      one.close();
    }
    // A connection becomes idle when its request is done; one whose request never arrives in whole is cut off.
    const idle = setInterval(() => servers.map((server) => server.closeIdleConnections()), 50);
    const cutOff = setTimeout(() => servers.map((server) => server.closeAllConnections()), timeoutMs);
    await closed;
    clearInterval(idle);
    clearTimeout(cutOff);
  }
}

function leavingBefore(app: Hono): Hono {
  const leaving = new Hono();
  leaving.get('/readyz', (c) => c.json({ status: 'unavailable', reason: 'This server is stopping.' }, 503));
  return leaving.all('*', (c) => app.fetch(c.req.raw, c.env));
}

/** What comes after it on this connection may be meant for somebody else. */
function refuseForGood(outgoing: ServerResponse): void {
  outgoing.writeHead(400, { Connection: 'close' }).end();
}

/** Whoever listens on every address is reached on the machine's own. */
function ownAddress({ address, family, port }: AddressInfo): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return family === 'IPv6' ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}

function explain(code: string | undefined, address: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `PORT ${port} is already in use. Stop what listens there, or set PORT to another.`;
  if (code === 'EACCES') return `PORT ${port} may not be used by this user. Set PORT to one above 1023.`;
  return `HOST ${address} is not an address of this machine (${code}).`;
}
