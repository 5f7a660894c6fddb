import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 100;

export type Balancer = {
  origin: string;
  /** Number of responses from a replica that were forwarded. */
  responseCount(replica: string): number;
  stop(): Promise<void>;
};

/**
 * Forwards each request to the next ready replica. Tries another one only after ECONNREFUSED, so that no
 * request is processed twice.
 */
export async function startBalancer(port: number, replicas: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const responses = new Map<string, number>();
  let ready = [...replicas];
  let isStopped = false;
  let nextIndex = 0;

  async function pollReadiness(): Promise<void> {
    while (!isStopped) {
      const readiness = await Promise.all(replicas.map(isReady));
      ready = replicas.filter((_, index) => readiness[index]);
      await pause(POLL_MS);
    }
  }

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const candidates = [...ready];
    for (nextIndex += 1; candidates.length > 0; ) {
      const [replica = ''] = candidates.splice(nextIndex % candidates.length, 1);
      try {
        const response = await sendTo(replica, incoming, body);
        responses.set(replica, (responses.get(replica) ?? 0) + 1);
        outgoing.writeHead(response.statusCode ?? 502, withoutHopByHopHeaders(response.headers));
        response.pipe(outgoing);
        response.on('error', () => outgoing.destroy());
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== 'ECONNREFUSED') break;
      }
    }
    outgoing.writeHead(502).end();
  }

  async function sendTo(replica: string, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const headers = {
      ...withoutHopByHopHeaders(incoming.headers),
      'x-forwarded-for': incoming.socket.remoteAddress,
    };
    const outgoing = request(replica + incoming.url, { agent, method: incoming.method, headers });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return response;
  }

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const polling = pollReadiness();
  return {
    origin: `http://127.0.0.1:${port}`,
    responseCount: (replica) => responses.get(replica) ?? 0,
    async stop() {
      isStopped = true;
      await polling;
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

const isReady = (replica: string): Promise<boolean> =>
  fetch(`${replica}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );

const HOP_BY_HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const withoutHopByHopHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP_HEADERS.has(name)));
