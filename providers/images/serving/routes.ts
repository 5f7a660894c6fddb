import { type Context, Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { matchesEtag } from '#platform/http/compression.ts';
import { memoize } from '#platform/http/memo.ts';
import { extensionOf, isPictureId, type Picture } from '../pictures/picture.ts';
import { findPicture } from '../pictures/repository.ts';
import type { PictureDeps } from '../pictures/rules.ts';
import { acceptedFormat } from './format.ts';
import { parseVariantRequest, servedWidth, type VariantRequest } from './variant-request.ts';
import { logoVariant, type Variant, type Variants, variantOf } from './variants.ts';

/** A large picture is requested by few clients at a time and would displace a hundred small ones. */
const MAX_KEPT_BYTES = 512 * 1024;

/**
 * A picture never changes at its URL. If a browser treats the file as a page, the policy keeps it from
 * running scripts.
 */
const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

export function createServingRoutes(deps: PictureDeps, variants: Variants): Hono {
  return new Hono().get('/:id', async (c) => {
    const request = parseVariantRequest(c.req.queries());
    const picture = await requirePicture(deps, c.req.param('id'));
    if (request.wantsMetadata) return metadataResponse(c, picture);

    const variant = findVariant(picture, request, c.req.header('accept'));
    const etag = `"${picture.id}/${variant.name}"`;
    const cacheHeaders = { ...headers, ETag: etag, ...(request.autoFormat && { Vary: 'Accept' }) };
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, cacheHeaders);
    const bytes = await variants.bytes(picture, variant, () => c.req.raw.signal);
    const contentHeaders = {
      'Content-Type': `image/${variant.format}`,
      'Content-Length': String(bytes.byteLength),
      // Name a download with an extension, which the URL lacks.
      'Content-Disposition': `inline; filename="photo.${extensionOf(variant.format)}"`,
    };
    // Cacheable for all clients: the response depends only on the URL and Accept.
    if (bytes.byteLength <= MAX_KEPT_BYTES) memoize(c, bytes);
    return c.body(bytes, 200, { ...cacheHeaders, ...contentHeaders });
  });
}

function findVariant(
  picture: Picture,
  { logo, width, autoFormat }: VariantRequest,
  accept?: string,
): Variant {
  if (logo) return logoVariant(logo);
  const format = autoFormat ? acceptedFormat(accept, picture.format) : picture.format;
  return variantOf(picture, servedWidth(width, picture.width), format);
}

async function requirePicture(deps: PictureDeps, id: string): Promise<Picture> {
  const picture = isPictureId(id) ? await findPicture(deps.db, id) : undefined;
  if (!picture) throw new AppError('not-found');
  return picture;
}

/** The product server stores the size and the placeholder, to avoid layout shifts while pictures load. */
function metadataResponse(c: Context, { width, height, placeholder }: Picture): Response {
  return c.json({ width, height, placeholder }, 200, headers);
}
