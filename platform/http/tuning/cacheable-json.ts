import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { acceptedEncoding, compress, matchesEtag } from '../compression.ts';
import { cacheResponse } from './response-cache.ts';

/** Less than this fits into one packet as it is. */
const worthCompressing = 1000;

/**
 * An answer that is the same for everybody: compressed, and 304 for whom nothing has changed. A browser asks each time.
 * Offered to be kept hot.
 */
export async function cacheableJson(c: Context, answer: object): Promise<Response> {
  const json = Buffer.from(JSON.stringify(answer));
  const encoding =
    json.byteLength < worthCompressing ? undefined : acceptedEncoding(c.req.header('accept-encoding'));
  const digest = createHash('sha256').update(json).digest('base64url').slice(0, 22);
  const etag = `"${[digest, encoding].filter(Boolean).join('-')}"`;
  c.header('Cache-Control', 'public, no-cache');
  c.header('ETag', etag);
  c.header('Vary', 'Accept-Encoding');
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  if (encoding) c.header('Content-Encoding', encoding);
  c.header('Content-Type', 'application/json');
  const body = encoding ? await compress(json, encoding) : json;
  cacheResponse(c, body);
  return c.body(new Uint8Array(body));
}
