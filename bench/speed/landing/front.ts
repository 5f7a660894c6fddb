import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

type Answer = { status: number; head: OutgoingHttpHeaders; body: Buffer };

/** Of this connection or of the page as it was written: not to be passed on. */
const own = ['content-encoding', 'content-length', 'connection', 'keep-alive', 'content-security-policy'];

/**
 * A server before the site, with the pages as `rewrite` gives them. It keeps all that is no answer of the API, compressed
 * as the site has it, and so answers as fast as the site does; both fronts cost the same.
 */
export async function startFront(site: string, rewrite: (html: string) => string) {
  const kept = new Map<string, Answer>();
  const server = createServer(async (request, answer) => {
    const path = request.url ?? '';
    const given = kept.get(path) ?? (await ask(site, request, rewrite));
    if (!path.startsWith('/api')) kept.set(path, given);
    answer.writeHead(given.status, given.head).end(given.body);
  });
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function ask(
  site: string,
  request: IncomingMessage,
  rewrite: (html: string) => string,
): Promise<Answer> {
  const { host, connection, ...headers } = request.headers as Record<string, string>;
  const given = await fetch(site + request.url, { headers: { ...headers, 'accept-encoding': 'br' } });
  const head: OutgoingHttpHeaders = Object.fromEntries(given.headers);
  for (const name of own) delete head[name];
  const type = given.headers.get('content-type') ?? '';
  let body = Buffer.from(await given.arrayBuffer());
  if (/text|javascript|json|svg/.test(type)) {
    body = brotliCompressSync(type.includes('html') ? rewrite(body.toString()) : body);
    head['content-encoding'] = 'br';
  }
  return { status: given.status, head: { ...head, 'content-length': body.length }, body };
}
