import { parseAccept } from 'hono/utils/accept';
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
