import { once } from 'node:events';
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { SetupError } from '../errors.ts';
import { seconds } from '../time.ts';
import { createTrustedAddressCheck } from './client-address.ts';
import {
  type ConnectionLimits,
  connectionLimits,
  hasMultipleHostHeaders,
  isUrlTooLong,
  limitConnections,
  rejectLongUrl,
} from './connections.ts';
import type { RequestHandler } from './memo.ts';

const MAX_STARTUP_WAIT_MS = seconds(5);
/**
 * Maximum number of connections that wait to be accepted. Each event loop tick accepts one. The system may
 * lower this limit (`somaxconn`).
 */
const BACKLOG = 4096;

export type Listening = {
  /** URL for processes on this machine: `http://127.0.0.1:3000`. */
  address: string;
  /**
   * Starts handling requests with `fastPath`, if given, and then with `app`. Earlier requests wait for this
   * call, at most 5 s, because proxies send requests as soon as the port is open. Health checks never wait.
   */
  serve(app: Hono, fastPath?: RequestHandler): void;
  /**
   * Starts draining: `/readyz` responds 503 and each response closes its connection, so that load balancers
   * use other servers. All requests are still served.
   */
  startDraining(): void;
  /** Stops accepting connections, waits at most `timeoutMs` for requests in flight, then resolves. */
  close(): Promise<void>;
};

/**
 * Listens on `host`. `localhost` means 127.0.0.1 and, where the machine has it, ::1.
 * @param trustProxy proxies without a connection limit, in addition to this machine
 * @param portVariable the environment variable that sets the port, for error messages
 * @throws SetupError when the port is in use or the address does not belong to this machine
 */
export async function listen({
  host,
  port,
  timeoutMs = seconds(20),
  trustProxy = [],
  limits = connectionLimits,
  portVariable = 'PORT',
}: {
  host: string;
  port: number;
  timeoutMs?: number;
  trustProxy?: readonly string[];
  limits?: ConnectionLimits;
  portVariable?: string;
}): Promise<Listening> {
  const timeouts: ServerOptions = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
  };
  const exempt = createTrustedAddressCheck([...trustProxy, 'loopback']);
  let current = new Hono().all('*', (c) => c.text('Starting.', 503, { 'Retry-After': '1' }));
  const started = Promise.withResolvers<void>();
  const waitForStart: RequestHandler = (incoming, outgoing, next) => {
    if (/^\/(healthz|readyz)$/.test(incoming.url ?? '')) return next();
    void Promise.race([started.promise, pause(MAX_STARTUP_WAIT_MS, undefined, { ref: false })]).then(() =>
      handle === waitForStart ? next() : handle(incoming, outgoing, next),
    );
  };
  let handle = waitForStart;
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const servers: Server[] = [];
  for (const address of hosts) {
    const server = createAdaptorServer({
      fetch(request, env) {
        const response = current.fetch(request, env);
        return request.method === 'GET' ? response : closeIfTooLarge(response, env as HttpBindings);
      },
      // HTTP/1.0 requests may lack a Host header, so a name must be given. It is not used.
      hostname: 'localhost',
      createServer: ((options: ServerOptions, app: RequestListener) =>
        createServer({ ...options, ...timeouts }, (incoming, outgoing) => {
          if (hasMultipleHostHeaders(incoming)) return rejectAndClose(outgoing);
          if (isUrlTooLong(incoming.url)) return rejectLongUrl(outgoing);
          handle(incoming, outgoing, () => app(incoming, outgoing));
        })) as typeof createServer,
    }) as Server;
    limitConnections(server, limits, exempt);
    try {
      server.listen({ port, host: address, backlog: BACKLOG });
      await once(server, 'listening');
      servers.push(server);
    } catch (error) {
      const { code } = error as { code?: string };
      if (address === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
      await stop(0);
      throw new SetupError(explain(code, address, portVariable, port), { cause: error });
    }
  }
  return {
    address: localUrl(servers[0]?.address() as AddressInfo),
    serve(app, fastPath = (_incoming, _outgoing, next) => next()) {
      current = app;
      handle = fastPath;
      started.resolve();
    },
    startDraining() {
      const previous = handle;
      handle = (incoming, outgoing, next) => {
        outgoing.shouldKeepAlive = false;
        previous(incoming, outgoing, next);
      };
      current = drainingApp(current);
    },
    close: () => stop(timeoutMs),
  };

  async function stop(timeoutMs: number): Promise<void> {
    await waitForAccepted();
    const closed = Promise.all(servers.map((server) => once(server, 'close')));
    for (const server of servers) server.close();
    // A connection becomes idle when its request is done. Incomplete requests are cut off after the timeout.
    const closeIdle = setInterval(() => servers.map((server) => server.closeIdleConnections()), 50);
    const closeAll = setTimeout(() => servers.map((server) => server.closeAllConnections()), timeoutMs);
    await closed;
    clearInterval(closeIdle);
    clearTimeout(closeAll);
  }
}

/** Shorter event loop ticks are assumed to have accepted no connection. */
const IDLE_TICK_MS = 0.05;
const MAX_ACCEPTING_MS = 100;

/**
 * Resolves after an event loop tick without new connections, or after 100 ms. Closing the socket would reset
 * established connections that are not accepted yet, and their clients cannot safely retry requests.
 */
async function waitForAccepted(): Promise<void> {
  const startedAt = performance.now();
  for (let previous = startedAt, now = 0; now < startedAt + MAX_ACCEPTING_MS; previous = now) {
    await nextTick();
    now = performance.now();
    if (now - previous < IDLE_TICK_MS) return;
  }
}

/** After a 413 the client may still be sending the body, so its next request needs another connection. */
async function closeIfTooLarge(
  responding: Response | Promise<Response>,
  { outgoing }: HttpBindings,
): Promise<Response> {
  const response = await responding;
  if (response.status === 413) outgoing.shouldKeepAlive = false;
  return response;
}

function drainingApp(app: Hono): Hono {
  const draining = new Hono();
  draining.get('/readyz', (c) => c.json({ status: 'unavailable', reason: 'This server is stopping.' }, 503));
  return draining.all('*', (c) => app.fetch(c.req.raw, c.env));
}

/** Closes the connection after a 400, because further bytes on it may be smuggled requests. */
function rejectAndClose(outgoing: ServerResponse): void {
  outgoing.writeHead(400, { Connection: 'close' }).end();
}

/** Returns a URL that works on this machine. A server on a wildcard address is reached on loopback. */
function localUrl({ address, family, port }: AddressInfo): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return family === 'IPv6' ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}

function explain(code: string | undefined, address: string, variable: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `${variable} ${port} is already in use. Stop the program that uses it, or set ${variable} to another port.`;
  if (code === 'EACCES')
    return `${variable} ${port} is not allowed for this user. Set ${variable} to a number above 1023.`;
  return `HOST ${address} is not an address of this machine (${code}).`;
}
