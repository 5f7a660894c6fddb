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

const bounds = { tryMs: 200, allMs: 1000, pauseMs: 1 };
const emptyList = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';

/** A storage that was well when the site started, and answers so from then on. */
async function openFaulty(answer: RequestListener) {
  const started = { yet: false };
  const server = await openFaultyS3((request, response) =>
    started.yet ? answer(request, response) : response.end(emptyList),
  );
  const storage = await openS3Storage(server.settings, {} as Log, bounds);
  started.yet = true;
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
  ['a fault of the storage', s3Error(500, 'InternalError'), /^S3 answered 500 InternalError to a \w+\.$/, 3],
  [
    'a refusal',
    s3Error(403, 'AccessDenied', `<Secret>${secret}</Secret>`),
    /S3 answered 403 AccessDenied/,
    1,
  ],
  ['a bucket that is gone', s3Error(404, 'NoSuchBucket'), /404 NoSuchBucket/, 1],
  ['a storage that never answers', () => {}, /^S3 did not answer in time\.$/, 3],
  ['a storage that hangs up', (request) => request.socket.destroy(), /^fetch failed$/, 3],
])('%s', (_, answer, message, tries) => {
  test.each(everything)('is told by %s, in time and without a secret', async (_, call) => {
    await using s3 = await openFaulty(answer);
    const began = performance.now();
    const error = await call(s3.storage).catch((error: unknown) => error);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(inspect(error, { depth: null })).not.toContain(secret);
    expect(s3.seen).toHaveLength(tries);
    expect(performance.now() - began).toBeLessThan(2 * bounds.allMs);
  });
});

test('a fault that passes is not seen', async () => {
  let faults = 2;
  await using s3 = await openFaulty((request, response) =>
    faults-- > 0
      ? s3Error(503, 'SlowDown')(request, response)
      : response.writeHead(200, { ETag: '"1"' }).end('picture'),
  );
  expect(Buffer.from((await s3.storage.read(id, 'original')) ?? []).toString()).toBe('picture');
});

test.each<[string, RequestListener]>([
  ['a page of somebody else', (_, response) => response.end('<html>Welcome</html>')],
  ['a redirect', (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
  ['nothing', (_, response) => response.writeHead(204).end()],
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
    'a file that stands still',
    (_, response) => void response.writeHead(200, { ETag: '"1"', 'Content-Length': '10' }).write('half'),
  ],
  [
    'a file without end',
    (_, response) => {
      response.writeHead(200, { ETag: '"1"' });
      const pour = () => {
        while (response.write(new Uint8Array(1_000_000)));
      };
      response.on('drain', pour);
      pour();
    },
  ],
])('%s is not taken for a picture, and no file is removed for it', async (_, answer) => {
  await using s3 = await openFaulty(answer);
  await expect(s3.storage.read(id, 'original')).rejects.toThrow();
  await expect(s3.storage.remove(id)).rejects.toThrow();
  expect(s3.seen.filter((request) => request.startsWith('DELETE'))).toEqual([]);
});

test('only what belongs to the picture is removed, and a list that goes round ends', async () => {
  const own = `${id.slice(-2)}/${id}/original`;
  const list = `<ListBucketResult><Key>${own}</Key><Key>another</Key><IsTruncated>true</IsTruncated></ListBucketResult>`;
  await using s3 = await openFaulty((request, response) =>
    request.method === 'DELETE' ? response.writeHead(204).end() : response.end(list),
  );
  await expect(s3.storage.remove(id)).rejects.toThrow('does not go on');
  const removed = s3.seen.filter((request) => request.startsWith('DELETE'));
  expect(new Set(removed)).toEqual(new Set([`DELETE /pictures/${own}`]));
});

test('a storage that is away when the site starts is told to the log, without a secret', async () => {
  const warn = vi.fn();
  const settings = localSettings(await freePort(), secret);
  const storage = await openS3Storage(settings, { warn } as unknown as Log, bounds);
  expect(warn).toHaveBeenCalledOnce();
  expect(inspect(warn.mock.calls, { depth: null })).toContain('ECONNREFUSED');
  await expect(storage.read(id, 'original')).rejects.toThrow('fetch failed');
  expect(inspect(warn.mock.calls, { depth: null })).not.toContain(secret);
});
