import type { S3Answer } from './s3-bucket.ts';

/** What a bucket answered instead of what was asked for. Says nothing that is secret. */
export class S3Refusal extends Error {
  override readonly name = 'S3Refusal';
  constructor(doing: string, answer: S3Answer) {
    super(`S3 answered ${[answer.status, codeOf(answer)].filter(Boolean).join(' ')} to ${doing}.`);
  }
}

// The keys in our bucket are ours, uuids and plain names, and codes are words: no XML library is needed for these.
const textOf = ({ body }: S3Answer): string => new TextDecoder().decode(body);

/** S3's name for what is wrong: `NoSuchKey`. */
export const codeOf = (answer: S3Answer): string | undefined =>
  /<Code>(\w+)<\/Code>/.exec(textOf(answer))?.[1];

/** The region in which S3 says that the bucket is. */
export const regionOf = (answer: S3Answer): string | undefined =>
  answer.headers.get('x-amz-bucket-region') ?? /<Region>([\w-]+)<\/Region>/.exec(textOf(answer))?.[1];

/** No such file; a bucket that is gone is another matter. */
export const isMissing = (answer: S3Answer): boolean =>
  answer.status === 404 && codeOf(answer) !== 'NoSuchBucket';

export const isList = (answer: S3Answer): boolean =>
  answer.status === 200 && textOf(answer).includes('<ListBucketResult');

/** @throws S3Refusal when this is no list */
export function readList(answer: S3Answer): { keys: string[]; more: boolean } {
  if (!isList(answer)) throw new S3Refusal('a list', answer);
  const text = textOf(answer);
  const keys = [...text.matchAll(/<Key>([\w./-]+)<\/Key>/g)].map(([, key = '']) => key);
  return { keys, more: text.includes('<IsTruncated>true</IsTruncated>') };
}
