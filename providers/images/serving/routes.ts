import { type Context, Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { matchesEtag } from '#platform/http/compression.ts';
import { cacheResponse } from '#platform/http/tuning/response-cache.ts';
import { extensionOf, isPictureId, type Picture } from '../pictures/picture.ts';
import { findPicture } from '../pictures/repository.ts';
import type { PictureDeps } from '../pictures/rules.ts';
import { acceptedFormat } from './format.ts';
import { parseVariantRequest, servedWidth } from './variant-request.ts';
import { type Variants, variantOf } from './variants.ts';

/** A picture never changes under its address; even one that calls itself a page may do nothing. */
const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

export function servingRoutes(parts: PictureDeps, variants: Variants): Hono {
  return new Hono().get('/:id', async (c) => {
    const wanted = parseVariantRequest(c.req.queries());
    const picture = await lookUp(parts, c.req.param('id'));
    if (wanted.facts) return answerFacts(c, picture);

    const format = wanted.autoFormat
      ? acceptedFormat(c.req.header('accept'), picture.format)
      : picture.format;
    const variant = variantOf(picture, servedWidth(wanted.width, picture.width), format);
    const etag = `"${picture.id}/${variant.name}"`;
    const all = { ...headers, ETag: etag, ...(wanted.autoFormat && { Vary: 'Accept' }) };
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, all);
    const bytes = await variants.bytes(picture, variant, () => c.req.raw.signal);
    const about = {
      'Content-Type': `image/${format}`,
      'Content-Length': String(bytes.byteLength),
      // Who saves it gets a name that opens; the address has none.
      'Content-Disposition': `inline; filename="photo.${extensionOf(format)}"`,
    };
    // The route looks at nothing but the address and Accept, and knows nobody who asks.
    cacheResponse(c, bytes);
    return c.body(bytes, 200, { ...all, ...about });
  });
}

async function lookUp(parts: PictureDeps, id: string): Promise<Picture> {
  const picture = isPictureId(id) ? await findPicture(parts.db, id) : undefined;
  if (!picture) throw new AppError('not-found');
  return picture;
}

/** For the product server, which keeps them in its list so that nothing jumps as the pictures arrive. */
function answerFacts(c: Context, { width, height, placeholder }: Picture): Response {
  return c.json({ width, height, placeholder }, 200, headers);
}
