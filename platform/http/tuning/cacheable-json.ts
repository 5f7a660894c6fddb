import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { acceptedEncoding, compress, matchesEtag } from '../compression.ts';
import { cacheResponse } from './response-cache.ts';

/** Smaller bodies fit into one network packet uncompressed. */
const MIN_COMPRESSED_BYTES = 1000;

/**
 * Responds with JSON that is the same for every client: compressed, cached by the server, and 304 when it is unchanged.
 * Browsers revalidate it with each request.
 */
export async function cacheableJson(c: Context, data: object): Promise<Response> {
  const json = Buffer.from(JSON.stringify(data));
  const encoding =
    json.byteLength < MIN_COMPRESSED_BYTES ? undefined : acceptedEncoding(c.req.header('accept-encoding'));
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
