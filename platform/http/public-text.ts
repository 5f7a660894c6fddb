import type { Context } from 'hono';
import { acceptedEncoding, compress, digestOf, etagOf, matchesEtag } from './compression.ts';
import { memoize } from './memo.ts';

/** Smaller bodies fit into one network packet uncompressed. */
const MIN_COMPRESSED_BYTES = 1000;

type TextOptions = { type: string; cacheControl?: string };

/**
 * Responds with text that is the same for every client. The memo keeps the text compressed. Clients that have
 * the current text get a 304. Browsers revalidate the text with each request, unless `cacheControl` overrides
 * this.
 */
export async function respondWithPublicText(
  c: Context,
  text: string,
  { type, cacheControl = 'public, no-cache' }: TextOptions,
): Promise<Response> {
  const bytes = Buffer.from(text);
  const encoding =
    bytes.byteLength < MIN_COMPRESSED_BYTES ? undefined : acceptedEncoding(c.req.header('accept-encoding'));
  const etag = etagOf(digestOf(bytes), encoding);
  const body = encoding ? await compress(bytes, encoding) : bytes;
  const bodyHeaders = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) };
  memoize(c, body, bodyHeaders);
  c.header('Cache-Control', cacheControl);
  c.header('ETag', etag);
  c.header('Vary', 'Accept-Encoding');
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  return c.body(new Uint8Array(body), 200, bodyHeaders);
}

/** Responds with JSON, as `respondWithPublicText` does with text. */
export const respondWithPublicJson = (c: Context, data: object): Promise<Response> =>
  respondWithPublicText(c, JSON.stringify(data), { type: 'application/json' });
