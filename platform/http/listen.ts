import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { SetupError } from '../errors.ts';
import { seconds } from '../time.ts';
import type { HotDoor } from './hot-answers.ts';

export type Listening = {
  /** Where a process on this machine reaches it: `http://127.0.0.1:3000`. */
  address: string;
  /**
   * From now on this app answers, and `hot` before it what it can; until then every request is told to come back in a
   * second.
   */
  serve(app: Hono, hot?: HotDoor): void;
  /** Takes no new request, lets those under way finish (for so long as `patienceMs`), then resolves. */
  close(): Promise<void>;
};

/**
 * Listens on `host`; `localhost` means 127.0.0.1 and, where the machine has it, ::1.
 * @throws SetupError when the port is taken or the address is not this machine's
 */
export async function listen({
  host,
  port,
  patienceMs = seconds(20),
}: {
  host: string;
  port: number;
  patienceMs?: number;
}): Promise<Listening> {
  let current = new Hono().all('*', (c) => c.text('Starting.', 503, { 'Retry-After': '1' }));
  let door: HotDoor = (_incoming, _outgoing, otherwise) => otherwise();
  const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const servers: Server[] = [];
  for (const address of hosts) {
    const server = createAdaptorServer({
      fetch: (request, env) => current.fetch(request, env),
      createServer: ((options: ServerOptions, app: RequestListener) =>
        createServer(options, (incoming, outgoing) =>
          door(incoming, outgoing, () => app(incoming, outgoing)),
        )) as typeof createServer,
    }) as Server;
    try {
      server.listen(port, address);
      await once(server, 'listening');
      servers.push(server);
    } catch (error) {
      const { code } = error as { code?: string };
      if (address === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
      await Promise.all(servers.map((open) => close(open, 0)));
      throw new SetupError(explain(code, address, port), { cause: error });
    }
  }
  return {
    address: ownAddress(servers[0]?.address() as AddressInfo),
    serve(app, hot) {
      current = app;
      if (hot) door = hot;
    },
    async close() {
      await Promise.all(servers.map((server) => close(server, patienceMs)));
    },
  };
}

/** Whoever listens on every address is reached on the machine's own. */
function ownAddress({ address, family, port }: AddressInfo): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return family === 'IPv6' ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}

async function close(server: Server, patienceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection becomes idle when its request is done; one whose request never arrives in whole is cut off.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const patience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(patience);
}

function explain(code: string | undefined, address: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `PORT ${port} is already in use. Stop what listens there, or set PORT to another.`;
  if (code === 'EACCES') return `PORT ${port} may not be used by this user. Set PORT to one above 1023.`;
  return `HOST ${address} is not an address of this machine (${code}).`;
}
