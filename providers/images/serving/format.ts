import { parseAccept } from 'hono/utils/accept';
import { LRUCache } from 'lru-cache';
import type { Format, StoredFormat } from '../pictures/picture.ts';

/**
 * Returns the best format that an Accept header allows. AVIF and WebP must be named: old clients that send `image/*`
 * support neither. At equal quality the smaller file wins.
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

const formatsByAccept = new LRUCache<string, string>({ max: 100 });

/** Returns one key for all headers that lead to the same formats: `avif-avif`, `jpeg-png`. */
export function acceptedFormats(accept = '*/*'): string {
  const memoized = formatsByAccept.get(accept);
  if (memoized) return memoized;
  const formats = `${acceptedFormat(accept, 'jpeg')}-${acceptedFormat(accept, 'webp')}`;
  // Browsers send about 80 characters. A hundred very long headers would take more than 1 MB.
  if (accept.length <= 300) formatsByAccept.set(accept, formats);
  return formats;
}
