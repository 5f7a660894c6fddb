import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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
