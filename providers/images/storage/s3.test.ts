import type { RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/observability/log.ts';
import { freePort } from '#platform/testing/ports.ts';
import { openFaultyS3, s3Error, secret } from '../testing/faulty-s3.ts';
import { localSettings } from '../testing/s3-server.ts';
import { openS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

const timeouts = { attemptMs: 200, totalMs: 1000, delayMs: 1 };
const emptyList = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';

/** A storage that works when the site starts, and then responds with `handler`. */
async function openFaulty(handler: RequestListener) {
  const state = { hasStarted: false };
  const server = await openFaultyS3((request, response) =>
    state.hasStarted ? handler(request, response) : response.end(emptyList),
  );
  const storage = await openS3Storage(server.settings, {} as Log, timeouts);
  state.hasStarted = true;
  server.seen.length = 0;
  return { storage, seen: server.seen, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const id = newId();
const everything: [string, (storage: Storage) => Promise<unknown>][] = [
  ['read', (storage) => storage.read(id, 'original')],
  ['write', (storage) => storage.write(id, 'original', Uint8Array.of(1))],
  ['remove', (storage) => storage.remove(id)],
  ['remove a file', (storage) => storage.remove(id, 'w162.webp')],
];

describe.each<[string, RequestListener, RegExp, number]>([
  ['an internal error', s3Error(500, 'InternalError'), /^S3 responded 500 InternalError to a \w+\.$/, 3],
  [
    'a rejection',
    s3Error(403, 'AccessDenied', `<Secret>${secret}</Secret>`),
    /S3 responded 403 AccessDenied/,
    1,
  ],
  ['a missing bucket', s3Error(404, 'NoSuchBucket'), /404 NoSuchBucket/, 1],
  ['a storage that never responds', () => {}, /^S3 did not respond in time\.$/, 3],
  ['a storage that closes the connection', (request) => request.socket.destroy(), /^fetch failed$/, 3],
])('%s', (_, handler, message, tries) => {
  test.each(everything)('makes %s reject in time, without a secret', async (_, call) => {
    await using s3 = await openFaulty(handler);
    const startedAt = performance.now();
    const error = await call(s3.storage).catch((error: unknown) => error);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(inspect(error, { depth: null })).not.toContain(secret);
    expect(s3.seen).toHaveLength(tries);
    expect(performance.now() - startedAt).toBeLessThan(2 * timeouts.totalMs);
  });
});

test('retries a transient error', async () => {
  let faults = 2;
  await using s3 = await openFaulty((request, response) =>
    faults-- > 0
      ? s3Error(503, 'SlowDown')(request, response)
      : response.writeHead(200, { ETag: '"1"' }).end('picture'),
  );
  expect(Buffer.from((await s3.storage.read(id, 'original')) ?? []).toString()).toBe('picture');
});

test.each<[string, RequestListener]>([
  ['a web page', (_, response) => response.end('<html>Welcome</html>')],
  ['a redirect', (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
  ['an empty response', (_, response) => response.writeHead(204).end()],
  [
    'another file than was written',
    (_, response) => response.writeHead(200, { ETag: '"1"', 'x-amz-meta-sha256': '0'.repeat(64) }).end('x'),
  ],
  [
    'half a file',
    (_, response) => {
      response.writeHead(200, { ETag: '"1"', 'Content-Length': '10' }).write('half');
      setImmediate(() => response.destroy());
    },
  ],
  [
    'a file that stalls',
    (_, response) => void response.writeHead(200, { ETag: '"1"', 'Content-Length': '10' }).write('half'),
  ],
  [
    'an endless file',
    (_, response) => {
      response.writeHead(200, { ETag: '"1"' });
      const write = () => {
        while (response.write(new Uint8Array(1_000_000)));
      };
      response.on('drain', write);
      write();
    },
  ],
])('does not take %s for a picture, and removes no file', async (_, handler) => {
  await using s3 = await openFaulty(handler);
  await expect(s3.storage.read(id, 'original')).rejects.toThrow();
  await expect(s3.storage.remove(id)).rejects.toThrow();
  expect(s3.seen.filter((request) => request.startsWith('DELETE'))).toEqual([]);
});

test('removes only files of the picture, and stops at a list that does not advance', async () => {
  const own = `${id.slice(-2)}/${id}/original`;
  const list = `<ListBucketResult><Key>${own}</Key><Key>another</Key><IsTruncated>true</IsTruncated></ListBucketResult>`;
  await using s3 = await openFaulty((request, response) =>
    request.method === 'DELETE' ? response.writeHead(204).end() : response.end(list),
  );
  await expect(s3.storage.remove(id)).rejects.toThrow('does not advance');
  const removed = s3.seen.filter((request) => request.startsWith('DELETE'));
  expect(new Set(removed)).toEqual(new Set([`DELETE /pictures/${own}`]));
});

test('logs a storage that is unreachable at startup, without a secret', async () => {
  const warn = vi.fn();
  const settings = localSettings(await freePort(), secret);
  const storage = await openS3Storage(settings, { warn } as unknown as Log, timeouts);
  expect(warn).toHaveBeenCalledOnce();
  expect(inspect(warn.mock.calls, { depth: null })).toContain('ECONNREFUSED');
  await expect(storage.read(id, 'original')).rejects.toThrow('fetch failed');
  expect(inspect(warn.mock.calls, { depth: null })).not.toContain(secret);
});
