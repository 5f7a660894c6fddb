import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { readUpTo } from '#platform/http/body.ts';

export type S3Settings = {
  /** Without the bucket and without a slash at its end: `https://s3.example.org`. */
  endpoint: string;
  bucket: string;
  /** Undefined: what the endpoint's name tells of a known provider, else us-east-1. */
  region: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
};

/** How long a call may take: one try, all tries together, and before the second one (then twice as long). */
export type BucketLimits = { tryMs: number; allMs: number; pauseMs: number };

export type S3Response = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> };
type Call = {
  query?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/** One bucket, spoken to in plain S3: signed (version 4), addressed by path. */
export type Bucket = {
  /** The last answer, whatever its status, read to its end. Rejects when there was none in time. */
  send(method: 'GET' | 'PUT' | 'DELETE', key: string, call?: Call): Promise<S3Response>;
};

const TRIES = 3;
const usual: BucketLimits = { tryMs: 8000, allMs: 12_000, pauseMs: 200 };
/** More than any picture that we keep; an answer that goes on is not one of ours. */
const MOST_BYTES = 64 * 1024 * 1024;

export function openBucket(settings: S3Settings, { tryMs, allMs, pauseMs }: BucketLimits = usual): Bucket {
  const { endpoint, bucket, accessKeyId, secretAccessKey, region } = settings;
  const service = 's3';
  // It signs only. Its own tries know no time limit, and give up when a connection breaks.
  const signer = new AwsClient({ accessKeyId, secretAccessKey, service, ...(region && { region }) });

  async function once(url: URL, method: string, call: Call, until: AbortSignal): Promise<S3Response> {
    const { body, headers } = call;
    const signed = await signer.sign(url, {
      method,
      headers: { ...headers, ...(body && { 'X-Amz-Content-Sha256': sha256(body) }) },
      ...(body && { body }),
    });
    const signal = AbortSignal.any([until, AbortSignal.timeout(tryMs)]);
    // Followed elsewhere, the signature would not fit; the answer names the reason.
    const answer = await fetch(signed, { signal, redirect: 'manual' });
    return {
      status: answer.status,
      headers: answer.headers,
      body: await readUpTo(answer.body, MOST_BYTES, tooMuch),
    };
  }

  return {
    async send(method, key, call = {}) {
      const url = new URL(`${endpoint}/${bucket}${key && `/${key}`}`);
      for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
      const until = AbortSignal.timeout(allMs);
      // Whatever we send may be sent twice: it puts, reads or removes the same.
      for (let tried = 1; ; tried += 1) {
        const last = tried === TRIES;
        try {
          const answer = await once(url, method, call, until);
          if (last || !mayPass(answer.status)) return answer;
        } catch (error) {
          if (last || until.aborted) throw inWords(error);
        }
        await pause(pauseMs * 2 ** (tried - 1));
      }
    },
  };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const mayPass = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/** The platform's own error for this has a score of numbers and says nothing. */
const inWords = (error: unknown): unknown =>
  (error as Error).name === 'TimeoutError' ? new Error('S3 did not answer in time.') : error;

const tooMuch = () => new Error('S3 answered more than any picture has.');

/** What a bucket answered instead of what was asked for. Says nothing that is secret. */
export class S3Error extends Error {
  override readonly name = 'S3Refusal';
  constructor(doing: string, answer: S3Response) {
    super(`S3 answered ${[answer.status, errorCode(answer)].filter(Boolean).join(' ')} to ${doing}.`);
  }
}

// The keys in our bucket are ours, uuids and plain names, and codes are words: no XML library is needed for these.
const textOf = ({ body }: S3Response): string => new TextDecoder().decode(body);

/** S3's name for what is wrong: `NoSuchKey`. */
export const errorCode = (answer: S3Response): string | undefined =>
  /<Code>(\w+)<\/Code>/.exec(textOf(answer))?.[1];

/** The region in which S3 says that the bucket is. */
export const correctRegion = (answer: S3Response): string | undefined =>
  answer.headers.get('x-amz-bucket-region') ?? /<Region>([\w-]+)<\/Region>/.exec(textOf(answer))?.[1];

/** No such file; a bucket that is gone is another matter. */
export const isMissing = (answer: S3Response): boolean =>
  answer.status === 404 && errorCode(answer) !== 'NoSuchBucket';

export const isList = (answer: S3Response): boolean =>
  answer.status === 200 && textOf(answer).includes('<ListBucketResult');

/** @throws S3Refusal when this is no list */
export function readList(answer: S3Response): { keys: string[]; more: boolean } {
  if (!isList(answer)) throw new S3Error('a list', answer);
  const text = textOf(answer);
  const keys = [...text.matchAll(/<Key>([\w./-]+)<\/Key>/g)].map(([, key = '']) => key);
  return { keys, more: text.includes('<IsTruncated>true</IsTruncated>') };
}
