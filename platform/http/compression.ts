import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Returns the best supported encoding that an Accept-Encoding header accepts, or undefined. */
export function acceptedEncoding(accepted = ''): Encoding | undefined {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))/.test(accepted) ? 'gzip' : undefined;
}

/**
 * Compresses on the thread pool, within a few milliseconds. With `best`, takes longer for the smallest size.
 */
export function compress(content: Uint8Array, encoding: Encoding, { best = false } = {}): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(content, { level: best ? 9 : 6 });
  return promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: best ? constants.BROTLI_MAX_QUALITY : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** Returns a hash of a body before compression. */
export const digestOf = (body: Uint8Array): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22);

/** Returns a strong ETag for a body. Each encoding of the body has another one. */
export const etagOf = (digest: string, encoding: Encoding | undefined): string =>
  `"${[digest, encoding].filter(Boolean).join('-')}"`;

/** Returns whether an If-None-Match header matches this ETag, so that the response is 304. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
