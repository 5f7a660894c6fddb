import { parseAccept } from 'hono/utils/accept';
import type { Format, StoredFormat } from '../pictures/picture.ts';

/**
 * Returns the best format that an Accept header allows. AVIF and WebP must be named, because old clients that
 * send `image/*` support neither. Prefers the format with the smaller files at equal quality.
 */
export function acceptedFormat(accept: string | undefined, stored: StoredFormat): Format {
  const fallback: Format = stored === 'jpeg' ? 'jpeg' : 'png';
  const ranges = parseAccept(accept ?? '*/*');
  const quality = (...types: string[]) =>
    Math.max(0, ...ranges.filter(({ type }) => types.includes(type.toLowerCase())).map(({ q }) => q));
  const fallbackQuality = quality(`image/${fallback}`, 'image/*', '*/*');
  for (const format of ['avif', 'webp'] as const) {
    const ownQuality = quality(`image/${format}`);
    const bestOther = format === 'avif' ? Math.max(fallbackQuality, quality('image/webp')) : fallbackQuality;
    if (ownQuality > 0 && ownQuality >= bestOther) return format;
  }
  return fallback;
}

/** Returns one key for all headers that lead to the same formats: `avif-avif`, `jpeg-png`. */
export const acceptedFormats = (accept = '*/*'): string =>
  `${acceptedFormat(accept, 'jpeg')}-${acceptedFormat(accept, 'webp')}`;
