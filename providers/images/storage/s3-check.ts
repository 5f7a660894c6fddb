import { SetupError } from '#platform/errors.ts';
import type { Log } from '#platform/logs.ts';
import { codeOf, isList, regionOf } from './s3-answers.ts';
import type { Bucket, S3Answer, S3Settings } from './s3-bucket.ts';

/**
 * Asks for one key. A storage that is away may come back, and the site has more than pictures: that is a warning.
 * @throws SetupError when what is set can never work
 */
export async function checkBucket(bucket: Bucket, settings: S3Settings, log: Log): Promise<void> {
  let answer: S3Answer;
  try {
    answer = await bucket.send('GET', '', { query: { 'list-type': '2', 'max-keys': '1' } });
  } catch (error) {
    log.warn({ err: error }, 'S3_ENDPOINT does not answer: pictures will be unavailable until it does');
    return;
  }
  if (isList(answer)) return;
  const code = codeOf(answer);
  if (answer.status >= 500 || answer.status === 429) {
    log.warn({ status: answer.status, code }, 'S3_ENDPOINT has a fault: pictures will be unavailable');
    return;
  }
  throw new SetupError(whatIsWrong(answer, code, settings));
}

function whatIsWrong(answer: S3Answer, code: string | undefined, { bucket, endpoint }: S3Settings): string {
  const region = regionOf(answer);
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
