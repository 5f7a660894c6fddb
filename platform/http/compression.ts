import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CacheScope } from './tuning/response-cache.ts';

export type Encoding = 'br' | 'gzip';

/** The best of ours that an Accept-Encoding header takes; undefined where it takes none. */
export function acceptedEncoding(accepted = ''): Encoding | undefined {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))/.test(accepted) ? 'gzip' : undefined;
}

/** Off this thread. `once`: for what is kept for long, as small as can be; else within a few milliseconds. */
export function compress(content: Uint8Array, encoding: Encoding, { once = false } = {}): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(content, { level: once ? 9 : 6 });
  return promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: once ? constants.BROTLI_MAX_QUALITY : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** For answers at exactly these addresses, which differ by encoding alone; `mark` tells one time from another. */
export function cacheKeysByEncoding(addresses: Iterable<string>, mark = ''): CacheScope['name'] {
  const named = (address: string) => ({
    br: `${address} ${mark}br`,
    gzip: `${address} ${mark}gzip`,
    plain: `${address} ${mark}`,
  });
  const names = new Map([...addresses].map((address) => [address, named(address)]));
  return (url, header) => names.get(url)?.[acceptedEncoding(header('accept-encoding')) ?? 'plain'];
}

/** Whether an If-None-Match header names this tag, so that 304 is the answer. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
