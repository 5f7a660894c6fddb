import { createHash } from 'node:crypto';
import type { Cluster } from './cluster.ts';

type Answer = { status: number; cache: string | null; etag: string; bytes: string };

async function read(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, { headers });
  const bytes = createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
  const { status, headers: received } = response;
  return { status, cache: received.get('x-cache'), etag: received.get('etag') ?? '', bytes };
}

/**
 * Reads through nginx, then stops all replicas and reads again. nginx caches files whose names contain a hash, and nothing
 * else (0116). @returns what it did wrong
 */
export async function checkNginxCache({ origin, replicas }: Cluster): Promise<string[]> {
  const page = await (await fetch(`${origin}/`)).text();
  const [path = ''] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  const script = origin + path;
  const direct = await read(replicas[0]?.origin + path);
  const first = await read(script);
  const [again, plain, missing, alsoMissing] = [
    await read(script),
    await read(script, { 'accept-encoding': 'identity' }),
    await read(`${origin}/assets/none-12345678.js`),
    await read(`${origin}/assets/none-12345678.js`),
  ];
  const unchanged = await read(script, { 'if-none-match': again.etag });
  const uncached = ['/', '/api/reviews', '/api/appointments?email=x@example.org', '/photo'];
  const others = await Promise.all(uncached.map((each) => read(origin + each)));
  await Promise.all(replicas.map((replica) => replica.stop()));
  const stopped = await read(script);
  const pages = await Promise.all(uncached.map((each) => read(origin + each)));
  const expectations: [string, boolean][] = [
    ['the script of the page is served', path !== '' && direct.status === 200 && first.status === 200],
    ['a second request is served from the cache', again.cache === 'HIT'],
    ['the bytes are those of the site', [first, again, plain].every(({ bytes }) => bytes === direct.bytes)],
    ['without compression it is another entry', plain.cache === 'MISS'],
    ['a matching ETag gets 304', unchanged.status === 304],
    [
      'a missing file is not cached',
      [missing, alsoMissing].every((one) => one.status === 404 && one.cache !== 'HIT'),
    ],
    ['pages and data have no cache', others.every(({ cache, status }) => cache === null && status < 500)],
    ['the script is served without replicas', stopped.status === 200 && stopped.bytes === direct.bytes],
    ['pages and data are not', pages.every(({ status }) => status >= 500)],
  ];
  return expectations.filter(([, isMet]) => !isMet).map(([what]) => `nginx: not met: ${what}`);
}
