import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { readUpTo } from '#platform/http/body.ts';

export type S3Settings = {
  /** Without the bucket and without a trailing slash: `https://s3.example.org`. */
  endpoint: string;
  bucket: string;
  /**
   * If undefined, the region is derived from the endpoint of a known provider, and is otherwise us-east-1.
   */
  region: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Time limits in ms: one attempt, all attempts together, and the delay before the second (then doubled). */
export type BucketTimeouts = { attemptMs: number; totalMs: number; delayMs: number };

export type S3Response = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> };
type Call = {
  query?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/** Client for one bucket: plain S3 with signature version 4 and path-style URLs. */
export type Bucket = {
  /**
   * Returns the last response, whatever its status, with its whole body. Rejects on timeouts and network
   * errors.
   */
  send(method: 'GET' | 'PUT' | 'DELETE', key: string, call?: Call): Promise<S3Response>;
};

const MAX_ATTEMPTS = 3;
const DEFAULT_TIMEOUTS: BucketTimeouts = { attemptMs: 8000, totalMs: 12_000, delayMs: 200 };
/** More than any stored picture. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

export function openBucket(
  settings: S3Settings,
  { attemptMs, totalMs, delayMs }: BucketTimeouts = DEFAULT_TIMEOUTS,
): Bucket {
  const { endpoint, bucket, accessKeyId, secretAccessKey, region } = settings;
  const service = 's3';
  // Use this client only for signing, because its own retries have no time limit and stop at a connection
  // error.
  const signer = new AwsClient({ accessKeyId, secretAccessKey, service, ...(region && { region }) });

  async function sendOnce(url: URL, method: string, call: Call, deadline: AbortSignal): Promise<S3Response> {
    const { body, headers } = call;
    const signed = await signer.sign(url, {
      method,
      headers: { ...headers, ...(body && { 'X-Amz-Content-Sha256': sha256(body) }) },
      ...(body && { body }),
    });
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(attemptMs)]);
    // A redirected request would have a wrong signature. The redirect response names the reason.
    const response = await fetch(signed, { signal, redirect: 'manual' });
    return {
      status: response.status,
      headers: response.headers,
      body: await readUpTo(response.body, MAX_RESPONSE_BYTES, tooLargeError),
    };
  }

  return {
    async send(method, key, call = {}) {
      const url = new URL(`${endpoint}/${bucket}${key && `/${key}`}`);
      for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
      const deadline = AbortSignal.timeout(totalMs);
      // All requests are idempotent, so they can be repeated.
      for (let attempt = 1; ; attempt += 1) {
        const isLast = attempt === MAX_ATTEMPTS;
        try {
          const response = await sendOnce(url, method, call, deadline);
          if (isLast || !isTransient(response.status)) return response;
        } catch (error) {
          if (isLast || deadline.aborted) throw toReadableError(error);
        }
        await pause(delayMs * 2 ** (attempt - 1));
      }
    },
  };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const isTransient = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/** Replaces the DOMException of a timeout, which has a long inspect output and no useful message. */
const toReadableError = (error: unknown): unknown =>
  (error as Error).name === 'TimeoutError' ? new Error('S3 did not respond in time.') : error;

const tooLargeError = () => new Error('The S3 response is larger than any picture.');

/** An unexpected response of a bucket. Its message has no secrets. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  constructor(operation: string, response: S3Response) {
    super(
      `S3 responded ${[response.status, readErrorCode(response)].filter(Boolean).join(' ')} to ${operation}.`,
    );
  }
}

// Keys in our bucket are UUIDs and plain names, and codes are words, so they need no XML library.
const textOf = ({ body }: S3Response): string => new TextDecoder().decode(body);

/** Returns S3's error code: `NoSuchKey`. */
export const readErrorCode = (response: S3Response): string | undefined =>
  /<Code>(\w+)<\/Code>/.exec(textOf(response))?.[1];

/** Returns the region of the bucket according to S3. */
export const correctRegion = (response: S3Response): string | undefined =>
  response.headers.get('x-amz-bucket-region') ?? /<Region>([\w-]+)<\/Region>/.exec(textOf(response))?.[1];

/** Returns whether a file is missing. A missing bucket is an error instead. */
export const isFileMissing = (response: S3Response): boolean =>
  response.status === 404 && readErrorCode(response) !== 'NoSuchBucket';

export const isList = (response: S3Response): boolean =>
  response.status === 200 && textOf(response).includes('<ListBucketResult');

/** @throws S3Error when the response is not a list */
export function readList(response: S3Response): { keys: string[]; isTruncated: boolean } {
  if (!isList(response)) throw new S3Error('a list', response);
  const text = textOf(response);
  const keys = [...text.matchAll(/<Key>([\w./-]+)<\/Key>/g)].map(([, key = '']) => key);
  return { keys, isTruncated: text.includes('<IsTruncated>true</IsTruncated>') };
}
