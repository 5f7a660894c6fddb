import PQueue from 'p-queue';
import { SetupError } from '#platform/errors.ts';
import type { Log } from '#platform/observability/log.ts';
import {
  type Bucket,
  type BucketTimeouts,
  correctRegion,
  isFileMissing,
  isList,
  openBucket,
  readErrorCode,
  readList,
  S3Error,
  type S3Response,
  type S3Settings,
  sha256,
} from './s3-bucket.ts';
import { type Storage, storagePath } from './storage.ts';

const CHECKSUM_HEADER = 'x-amz-meta-sha256';

/**
 * Storage in an S3-compatible bucket. Object keys equal the paths on a disk, so that a site can move by
 * copying files.
 * @throws SetupError if the bucket or the credentials are wrong. An unreachable storage is only logged.
 */
export async function openS3Storage(
  settings: S3Settings,
  log: Log,
  timeouts?: BucketTimeouts,
): Promise<Storage> {
  const bucket = openBucket(settings, timeouts);
  await checkBucket(bucket, settings, log);

  async function removeFile(key: string): Promise<void> {
    const response = await bucket.send('DELETE', key);
    if (response.status !== 204 && response.status !== 200 && !isFileMissing(response))
      throw new S3Error('a removal', response);
  }

  /**
   * Starts each list after the last key of the previous page, so that failed removals cannot cause an endless
   * loop.
   */
  async function removeAll(prefix: string): Promise<void> {
    const queue = new PQueue({ concurrency: 8 });
    for (let after = ''; ; ) {
      const query = { 'list-type': '2', prefix, ...(after && { 'start-after': after }) };
      const { keys, isTruncated } = readList(await bucket.send('GET', '', { query }));
      const ours = keys.filter((key) => key.startsWith(prefix));
      await queue.addAll(ours.map((key) => () => removeFile(key)));
      if (!isTruncated) return;
      const last = keys.at(-1);
      if (!last || last <= after) throw new Error('The S3 list does not advance.');
      after = last;
    }
  }

  return {
    async read(id, name) {
      const response = await bucket.send('GET', storagePath(id, name));
      if (isFileMissing(response)) return undefined;
      if (response.status !== 200) throw new S3Error('a read', response);
      // A file copied here by another tool has no checksum.
      const storedChecksum = response.headers.get(CHECKSUM_HEADER);
      const isIntact = storedChecksum
        ? storedChecksum === sha256(response.body)
        : response.headers.has('etag');
      if (!isIntact) throw new Error('S3 returned different content than was written.');
      return response.body;
    },
    async write(id, name, bytes) {
      const headers = { 'Content-Type': contentTypeOf(name), [CHECKSUM_HEADER]: sha256(bytes) };
      const response = await bucket.send('PUT', storagePath(id, name), {
        body: bytes as Uint8Array<ArrayBuffer>,
        headers,
      });
      if (response.status !== 200) throw new S3Error('a write', response);
    },
    remove: (id, name) =>
      name === undefined ? removeAll(storagePath(id)) : removeFile(storagePath(id, name)),
  };
}

/**
 * Returns a content type. Originals get one that browsers do not show inline, in case the bucket is public by
 * mistake.
 */
function contentTypeOf(name: string): string {
  const [, format] = /\.(\w+)$/.exec(name) ?? [];
  return format ? `image/${format}` : 'application/octet-stream';
}

/**
 * Lists one key. An unreachable storage only causes a warning, because it may become reachable, and the rest
 * of the site works without it.
 * @throws SetupError when the settings can never work
 */
async function checkBucket(bucket: Bucket, settings: S3Settings, log: Log): Promise<void> {
  let response: S3Response;
  try {
    response = await listOne(bucket);
  } catch (error) {
    log.warn({ err: error }, 'S3_ENDPOINT does not respond: pictures are unavailable until it does');
    return;
  }
  if (isList(response)) return;
  const code = readErrorCode(response);
  if (isOverloaded(response)) {
    log.warn(
      { status: response.status, code },
      'S3_ENDPOINT responds with an error: pictures are unavailable',
    );
    return;
  }
  throw new SetupError(describeSetupError(response, code, settings));
}

const listOne = (bucket: Bucket): Promise<S3Response> =>
  bucket.send('GET', '', { query: { 'list-type': '2', 'max-keys': '1' } });

const isOverloaded = ({ status }: S3Response): boolean => status >= 500 || status === 429;

/**
 * Lists one key. Returns what is wrong, if anything, and the storage's time in ms. Rejects on timeouts and
 * network errors.
 */
export async function tryBucket(
  settings: S3Settings,
  timeouts: BucketTimeouts = { attemptMs: 3000, totalMs: 7000, delayMs: 200 },
): Promise<{ failure?: string; date: number }> {
  const response = await listOne(openBucket(settings, timeouts));
  const date = Date.parse(response.headers.get('date') ?? '');
  if (isList(response)) return { date };
  const code = readErrorCode(response);
  const failure = isOverloaded(response)
    ? `S3_ENDPOINT responds with an error (${[response.status, code].filter(Boolean).join(' ')})`
    : describeSetupError(response, code, settings);
  return { failure, date };
}

/**
 * Returns those of these pictures whose original is not in the bucket. Reads one byte of each.
 * @throws S3Error, or the error of the network
 */
export async function findMissingOriginals(settings: S3Settings, ids: readonly string[]): Promise<string[]> {
  const bucket = openBucket(settings);
  const missing: string[] = [];
  for (const id of ids) {
    const response = await bucket.send('GET', storagePath(id, 'original'), {
      headers: { Range: 'bytes=0-0' },
    });
    if (isFileMissing(response)) missing.push(id);
    else if (response.status >= 300) throw new S3Error('a read', response);
  }
  return missing;
}

function describeSetupError(
  response: S3Response,
  code: string | undefined,
  { bucket, endpoint }: S3Settings,
): string {
  const region = correctRegion(response);
  if (response.status === 404 && code)
    return `S3_BUCKET: there is no bucket ${bucket} at ${endpoint} (${code}). Create it as a private bucket first.`;
  if (code === 'RequestTimeTooSkewed')
    return 'S3_ENDPOINT: the clock of this machine is wrong, according to the storage.';
  if ([301, 307].includes(response.status) || code === 'AuthorizationHeaderMalformed')
    return `S3_REGION: the bucket is in another region${region ? `: ${region}` : ` (${code ?? response.status})`}.`;
  if ((response.status === 403 || response.status === 401) && code)
    return `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: rejected (${code}). They must be allowed to list ${bucket}, and to read, write and delete its files.`;
  return `S3_ENDPOINT: ${endpoint} is not an S3 storage (${[response.status, code].filter(Boolean).join(' ')}).`;
}
