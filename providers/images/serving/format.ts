import { parseAccept } from 'hono/utils/accept';
import { LRUCache } from 'lru-cache';
import type { Format, StoredFormat } from '../pictures/picture.ts';

/**
 * The best format that an Accept header allows. AVIF and WebP only where they are named: an old client that says
 * `image/*` knows neither. At equal quality the smaller file wins.
 */
export function acceptedFormat(accept: string | undefined, stored: StoredFormat): Format {
  const fallback: Format = stored === 'jpeg' ? 'jpeg' : 'png';
  const ranges = parseAccept(accept ?? '*/*');
  const quality = (...types: string[]) =>
    Math.max(0, ...ranges.filter(({ type }) => types.includes(type.toLowerCase())).map(({ q }) => q));
  const anyway = quality(`image/${fallback}`, 'image/*', '*/*');
  for (const format of ['avif', 'webp'] as const) {
    const named = quality(`image/${format}`);
    const other = format === 'avif' ? Math.max(anyway, quality('image/webp')) : anyway;
    if (named > 0 && named >= other) return format;
  }
  return fallback;
}

const memo = new LRUCache<string, string>({ max: 100 });

/** Every header that wants the same of all pictures has the same name here: `avif-avif`, `jpeg-png`. */
export function acceptedFormats(accept = '*/*'): string {
  const known = memo.get(accept);
  if (known) return known;
  const formats = `${acceptedFormat(accept, 'jpeg')}-${acceptedFormat(accept, 'webp')}`;
  // A hundred of the longest headers would be more than a megabyte; browsers send some 80 characters.
  if (accept.length <= 300) memo.set(accept, formats);
  return formats;
}
