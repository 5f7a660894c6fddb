import { mkdtempDisposable } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { SetupError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/observability/log.ts';
import { openFaultyS3, s3Error, secret } from '../testing/faulty-s3.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { createDiskStorage } from './disk.ts';
import { openS3Storage } from './s3.ts';
import type { S3Settings } from './s3-bucket.ts';
import type { Storage } from './storage.ts';

const folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-disk-'));
const server = await startS3Server();
afterAll(() => Promise.all([folder.remove(), server.stop()]));

const s3 = await openS3Storage(server.settings, {} as Log);

describe.each<[string, Storage]>([
  ['disk', createDiskStorage(join(folder.path, 'pictures'))],
  ['S3', s3],
])('on %s', (_, storage) => {
  const read = async (id: string, name = 'original') => {
    const bytes = await storage.read(id, name);
    return bytes && [...bytes];
  };

  test('reads a file as written until its picture is removed', async () => {
    const [id, other] = [newId(), newId()];
    await storage.write(id, 'original', Uint8Array.of(1, 2));
    await storage.write(id, 'w162.webp', Uint8Array.of(3));
    await storage.write(other, 'original', Uint8Array.of(4));
    expect(await read(id)).toEqual([1, 2]);
    expect(await read(id, 'w162.webp')).toEqual([3]);

    await storage.remove(id);
    await storage.remove(id);
    expect(await read(id)).toBeUndefined();
    expect(await read(id, 'w162.webp')).toBeUndefined();
    expect(await read(other)).toEqual([4]);
  });

  test('returns undefined for a file that was never written, and removes it without an error', async () => {
    const id = newId();
    expect(await read(id)).toBeUndefined();
    await storage.remove(id);
    await storage.remove(id, 'w162.webp');
    await storage.write(id, 'original', Uint8Array.of(1));
    expect(await read(id, 'w162.webp')).toBeUndefined();
  });

  test('replaces a file with a later write of any size', async () => {
    const id = newId();
    await storage.write(id, 'original', new Uint8Array(100_000).fill(7));
    await storage.write(id, 'original', Uint8Array.of(9));
    expect(await read(id)).toEqual([9]);
    await storage.write(id, 'original', new Uint8Array(0));
    expect(await read(id)).toEqual([]);
  });

  test('removes one file without the others', async () => {
    const id = newId();
    await storage.write(id, 'original', Uint8Array.of(1));
    await storage.write(id, 'w162.webp', Uint8Array.of(2));
    await storage.remove(id, 'w162.webp');
    expect(await read(id, 'w162.webp')).toBeUndefined();
    expect(await read(id)).toEqual([1]);
  });

  test('returns a large file whole to twenty readers', async () => {
    const id = newId();
    const bytes = crypto.getRandomValues(new Uint8Array(65_536));
    const large = Buffer.concat(Array.from({ length: 40 }, () => bytes));
    await storage.write(id, 'original', large);
    const all = await Promise.all(Array.from({ length: 20 }, () => storage.read(id, 'original')));
    for (const one of all) expect(Buffer.compare(one ?? new Uint8Array(), large)).toBe(0);
  });
});

test('removes all files of a picture from S3 when they fill more than one page of a list', async () => {
  const [id, other] = [newId(), newId()];
  const names = Array.from({ length: 1005 }, (_, n) => `w${n}.webp`);
  for (let from = 0; from < names.length; from += 50)
    await Promise.all(names.slice(from, from + 50).map((name) => s3.write(id, name, Uint8Array.of(1))));
  await s3.write(other, 'original', Uint8Array.of(4));
  expect(server.filesOf(id)).toHaveLength(names.length);
  await s3.remove(id);
  expect([server.filesOf(id), server.filesOf(other)]).toEqual([[], ['original']]);
});

const timeouts = { attemptMs: 2000, totalMs: 4000, delayMs: 1 };
const silent = {} as Log;

async function setupErrorOf(settings: S3Settings): Promise<string> {
  const error = await openS3Storage(settings, silent, timeouts).catch((error: unknown) => error);
  if (!(error instanceof SetupError)) throw error;
  expect(error.message).toMatch(/^[^\n]+$/);
  expect(error.message).not.toContain(settings.secretAccessKey);
  return error.message;
}

test.each<[Partial<S3Settings>, RegExp]>([
  [
    { secretAccessKey: secret },
    /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: rejected \(SignatureDoesNotMatch\)/,
  ],
  [{ accessKeyId: 'unknown' }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: rejected \(InvalidAccessKeyId\)/],
  [{ bucket: 'elsewhere' }, /^S3_BUCKET: there is no bucket elsewhere at http/],
])('reports a wrong setting in one line: %j', async (wrong, line) => {
  expect(await setupErrorOf({ ...server.settings, ...wrong })).toMatch(line);
});

test.each<[string, RequestListener, RegExp]>([
  [
    'a bucket in another region, which Amazon names',
    s3Error(301, 'PermanentRedirect', '', { 'x-amz-bucket-region': 'eu-central-1' }),
    /^S3_REGION: the bucket is in another region: eu-central-1\.$/,
  ],
  [
    'a storage with another region',
    s3Error(400, 'AuthorizationHeaderMalformed', '<Region>garage</Region>'),
    /^S3_REGION: the bucket is in another region: garage\.$/,
  ],
  ['a wrong clock', s3Error(403, 'RequestTimeTooSkewed'), /^S3_ENDPOINT: .* clock of this machine is wrong/],
  [
    'a web site',
    (_, response) => response.end('<html>Welcome</html>'),
    /^S3_ENDPOINT: .* is not an S3 storage \(200\)\.$/,
  ],
  [
    'a web site without that page',
    (_, response) => response.writeHead(404).end(),
    /not an S3 storage \(404\)/,
  ],
])('reports %s', async (_, handler, line) => {
  await using faulty = await openFaultyS3(handler);
  expect(await setupErrorOf(faulty.settings)).toMatch(line);
});

test('starts the site when the storage responds with an error', async () => {
  await using faulty = await openFaultyS3(s3Error(503, 'ServiceUnavailable'));
  const warn = vi.fn();
  await openS3Storage(faulty.settings, { warn } as unknown as Log, timeouts);
  expect(warn.mock.calls[0]?.[0]).toEqual({ status: 503, code: 'ServiceUnavailable' });
});
