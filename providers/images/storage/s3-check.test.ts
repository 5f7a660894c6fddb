import type { RequestListener } from 'node:http';
import { afterAll, expect, test, vi } from 'vitest';
import { SetupError } from '#platform/errors.ts';
import type { Log } from '#platform/logs.ts';
import { openFaultyS3, s3Error, secret } from '../testing/faulty-s3.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { openS3Storage } from './s3.ts';
import type { S3Settings } from './s3-bucket.ts';

const server = await startS3Server();
afterAll(() => server.stop());

const bounds = { tryMs: 2000, allMs: 4000, pauseMs: 1 };
const silent = {} as Log;

async function whatItSays(settings: S3Settings): Promise<string> {
  const error = await openS3Storage(settings, silent, bounds).catch((error: unknown) => error);
  if (!(error instanceof SetupError)) throw error;
  expect(error.message).toMatch(/^[^\n]+$/);
  expect(error.message).not.toContain(settings.secretAccessKey);
  return error.message;
}

test('keys and a bucket that are right let the site start', async () => {
  await openS3Storage(server.settings, silent, bounds);
});

test.each<[Partial<S3Settings>, RegExp]>([
  [{ secretAccessKey: secret }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: refused \(SignatureDoesNotMatch\)/],
  [{ accessKeyId: 'nobody' }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: refused \(InvalidAccessKeyId\)/],
  [{ bucket: 'elsewhere' }, /^S3_BUCKET: there is no bucket elsewhere at http/],
])('a wrong setting is one line: %j', async (wrong, line) => {
  expect(await whatItSays({ ...server.settings, ...wrong })).toMatch(line);
});

test.each<[string, RequestListener, RegExp]>([
  [
    'a bucket in another region, which Amazon names',
    s3Error(301, 'PermanentRedirect', '', { 'x-amz-bucket-region': 'eu-central-1' }),
    /^S3_REGION: the bucket is in another region: eu-central-1\.$/,
  ],
  [
    'a storage that insists on its region',
    s3Error(400, 'AuthorizationHeaderMalformed', '<Region>garage</Region>'),
    /^S3_REGION: the bucket is in another region: garage\.$/,
  ],
  [
    'a clock that is wrong',
    s3Error(403, 'RequestTimeTooSkewed'),
    /^S3_ENDPOINT: .* clock of this machine is wrong/,
  ],
  [
    'a web site',
    (_, response) => response.end('<html>Welcome</html>'),
    /^S3_ENDPOINT: what answers .* is no S3 storage \(200\)\.$/,
  ],
  ['a web site without that page', (_, response) => response.writeHead(404).end(), /no S3 storage \(404\)/],
])('%s is told', async (_, answer, line) => {
  await using faulty = await openFaultyS3(answer);
  expect(await whatItSays(faulty.settings)).toMatch(line);
});

test('a storage with a fault of its own does not keep the site from starting', async () => {
  await using faulty = await openFaultyS3(s3Error(503, 'ServiceUnavailable'));
  const warn = vi.fn();
  await openS3Storage(faulty.settings, { warn } as unknown as Log, bounds);
  expect(warn.mock.calls[0]?.[0]).toEqual({ status: 503, code: 'ServiceUnavailable' });
});
