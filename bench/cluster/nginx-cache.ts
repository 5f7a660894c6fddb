import type { Cluster } from './cluster.ts';

type Expectation = [path: string, response: RegExp, headers?: Record<string, string>];

/**
 * Reads through nginx, then stops all replicas and reads again. nginx caches files whose names contain a hash, and nothing
 * else (0116). @returns what it did wrong
 */
export async function checkNginxCache({ origin, replicas }: Cluster): Promise<string[]> {
  const page = await (await fetch(`${origin}/`)).text();
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  const direct = await fetch(replicas[0]?.origin + script);
  const code = await direct.text();

  async function check([path, expected, headers = {}]: Expectation): Promise<string[]> {
    const response = await fetch(origin + path, { headers });
    const content = (await response.text()) === code ? 'the script' : 'something else';
    const found = `${response.status}, ${response.headers.get('x-cache') ?? 'no cache'}, ${content}`;
    return expected.test(found) ? [] : [`nginx: ${path}: ${found}; expected ${expected.source}`];
  }

  const missing: Expectation = ['/assets/none-12345678.js', /^404, (?!HIT)/];
  const uncached = ['/', '/api/reviews', '/api/appointments?email=x@example.org', '/photo'];
  const withReplicas: Expectation[] = [
    [script, /^200, [A-Z]+, the script/],
    [script, /^200, HIT, the script/],
    // Without compression it is another entry.
    [script, /^200, MISS, the script/, { 'accept-encoding': 'identity' }],
    [script, /^304/, { 'if-none-match': direct.headers.get('etag') ?? '' }],
    ...[missing, missing],
    ...uncached.map((path): Expectation => [path, /^[234]\d\d, no cache/]),
  ];
  const wrong = await Array.fromAsync(withReplicas, check);
  await Promise.all(replicas.map((replica) => replica.stop()));
  const withoutReplicas: Expectation[] = [
    [script, /^200, [A-Z]+, the script/],
    ...uncached.map((path): Expectation => [path, /^5/]),
  ];
  return [...wrong, ...(await Array.fromAsync(withoutReplicas, check))].flat();
}
