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

const LOOK_MS = 100;

export type Balancer = {
  origin: string;
  /** How many answers of a replica it has passed on. */
  answersOf(replica: string): number;
  stop(): Promise<void>;
};

/** By turns to whoever is ready; on to the next one only when a connection was refused, so that nothing is sent twice. */
export async function startBalancer(port: number, replicas: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const answers = new Map<string, number>();
  let ready = [...replicas];
  let over = false;
  let turn = 0;

  async function look(): Promise<void> {
    while (!over) {
      const found = await Promise.all(replicas.map(isReady));
      ready = replicas.filter((_, at) => found[at]);
      await pause(LOOK_MS);
    }
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const left = [...ready];
    for (turn += 1; left.length > 0; ) {
      const [replica = ''] = left.splice(turn % left.length, 1);
      try {
        const answer = await sent(replica, incoming, body);
        answers.set(replica, (answers.get(replica) ?? 0) + 1);
        outgoing.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== 'ECONNREFUSED') break;
      }
    }
    outgoing.writeHead(502).end();
  }

  async function sent(replica: string, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const headers = { ...withoutHops(incoming.headers), 'x-forwarded-for': incoming.socket.remoteAddress };
    const outgoing = request(replica + incoming.url, { agent, method: incoming.method, headers });
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return answer;
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const looking = look();
  return {
    origin: `http://127.0.0.1:${port}`,
    answersOf: (replica) => answers.get(replica) ?? 0,
    async stop() {
      over = true;
      await looking;
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

const isReady = (replica: string): Promise<boolean> =>
  fetch(`${replica}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

const betweenNeighbours = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const withoutHops = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !betweenNeighbours.has(name)));
