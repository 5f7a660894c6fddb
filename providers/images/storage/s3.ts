import PQueue from 'p-queue';
import { SetupError } from '#platform/errors.ts';
import type { Log } from '#platform/observability/log.ts';
import {
  type Bucket,
  type BucketLimits,
  correctRegion,
  errorCode,
  isList,
  isMissing,
  openBucket,
  readList,
  S3Error,
  type S3Response,
  type S3Settings,
  sha256,
} from './s3-bucket.ts';
import { pathOf, type Storage } from './storage.ts';

const checksum = 'x-amz-meta-sha256';

/**
 * An S3-compatible bucket. A file has the key that is its path on a disk, so that a site moves by copying the folder.
 * @throws SetupError when the bucket or its keys are wrong; one that does not answer is told to the log only
 */
export async function openS3Storage(settings: S3Settings, log: Log, bounds?: BucketLimits): Promise<Storage> {
  const bucket = openBucket(settings, bounds);
  await checkBucket(bucket, settings, log);

  async function removeFile(key: string): Promise<void> {
    const answer = await bucket.send('DELETE', key);
    if (answer.status !== 204 && answer.status !== 200 && !isMissing(answer))
      throw new S3Error('a removal', answer);
  }

  /** After the last key of a page comes the next: each page is nearer to the end, whatever came of the removals. */
  async function removeAll(prefix: string): Promise<void> {
    const queue = new PQueue({ concurrency: 8 });
    for (let after = ''; ; ) {
      const query = { 'list-type': '2', prefix, ...(after && { 'start-after': after }) };
      const { keys, more } = readList(await bucket.send('GET', '', { query }));
      const ours = keys.filter((key) => key.startsWith(prefix));
      await queue.addAll(ours.map((key) => () => removeFile(key)));
      if (!more) return;
      const last = keys.at(-1);
      if (!last || last <= after) throw new Error('S3 gives a list that does not go on.');
      after = last;
    }
  }

  return {
    async read(id, name) {
      const answer = await bucket.send('GET', pathOf(id, name));
      if (isMissing(answer)) return undefined;
      if (answer.status !== 200) throw new S3Error('a read', answer);
      // What was copied here by another tool has no checksum of ours.
      const kept = answer.headers.get(checksum);
      const whole = kept ? kept === sha256(answer.body) : answer.headers.has('etag');
      if (!whole) throw new Error('S3 answered something else than what was written.');
      return answer.body;
    },
    async write(id, name, bytes) {
      const headers = { 'Content-Type': typeOf(name), [checksum]: sha256(bytes) };
      const answer = await bucket.send('PUT', pathOf(id, name), {
        body: bytes as Uint8Array<ArrayBuffer>,
        headers,
      });
      if (answer.status !== 200) throw new S3Error('a write', answer);
    },
    remove: (id, name) => (name === undefined ? removeAll(pathOf(id)) : removeFile(pathOf(id, name))),
  };
}

/** Nobody but us reads the bucket; should it be open by mistake, an original is at least not shown by browsers. */
function typeOf(name: string): string {
  const [, format] = /\.(\w+)$/.exec(name) ?? [];
  return format ? `image/${format}` : 'application/octet-stream';
}

/**
 * Asks for one key. A storage that is away may come back, and the site has more than pictures: that is a warning.
 * @throws SetupError when what is set can never work
 */
async function checkBucket(bucket: Bucket, settings: S3Settings, log: Log): Promise<void> {
  let answer: S3Response;
  try {
    answer = await bucket.send('GET', '', { query: { 'list-type': '2', 'max-keys': '1' } });
  } catch (error) {
    log.warn({ err: error }, 'S3_ENDPOINT does not answer: pictures will be unavailable until it does');
    return;
  }
  if (isList(answer)) return;
  const code = errorCode(answer);
  if (answer.status >= 500 || answer.status === 429) {
    log.warn({ status: answer.status, code }, 'S3_ENDPOINT has a fault: pictures will be unavailable');
    return;
  }
  throw new SetupError(whatIsWrong(answer, code, settings));
}

function whatIsWrong(answer: S3Response, code: string | undefined, { bucket, endpoint }: S3Settings): string {
  const region = correctRegion(answer);
  if (answer.status === 404 && code)
    return `S3_BUCKET: there is no bucket ${bucket} at ${endpoint} (${code}). Make it first, not open to the public.`;
  if (code === 'RequestTimeTooSkewed')
    return 'S3_ENDPOINT: the storage says that the clock of this machine is wrong.';
  if ([301, 307].includes(answer.status) || code === 'AuthorizationHeaderMalformed')
    return `S3_REGION: the bucket is in another region${region ? `: ${region}` : ` (${code ?? answer.status})`}.`;
  if ((answer.status === 403 || answer.status === 401) && code)
    return `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: refused (${code}). They need to list ${bucket}, and to read, write and delete in it.`;
  return `S3_ENDPOINT: what answers at ${endpoint} is no S3 storage (${[answer.status, code].filter(Boolean).join(' ')}).`;
}
