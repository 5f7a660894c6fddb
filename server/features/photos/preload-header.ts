import type { Photo } from '#contract/photos.ts';
import { getPictureSources } from '#contract/picture-sources.ts';

/**
 * Minimum window width in pixels at which each of the first photos is in the first row
 * (contract/picture-sources.ts).
 */
const firstRowMinWidths = [undefined, 600, 1200];

/**
 * Limit of the header in characters, because some proxies reject a response whose headers exceed 4 KB, and
 * members' URLs of a hosted image service can be long.
 */
const MAX_HEADER_LENGTH = 2500;

/**
 * Returns a Link header that preloads the pictures of the gallery's first row, so that browsers fetch them in
 * parallel with the scripts.
 */
export async function galleryPreloadHeader(
  list: (limit: number) => Promise<readonly Photo[]>,
): Promise<string> {
  const photos = await list(firstRowMinWidths.length);
  let link = '';
  for (const [index, photo] of photos.entries()) {
    const extended = [link, pictureLink(photo, index)].filter(Boolean).join(', ');
    if (extended.length > MAX_HEADER_LENGTH) break;
    link = extended;
  }
  return link;
}

function pictureLink({ img, width }: Photo, index: number): string | undefined {
  // A parsed URL contains no character that could end the value or the header.
  const url = URL.parse(img)?.href;
  if (!url) return undefined;
  const { src, srcSet, sizes } = getPictureSources(url, width);
  const minWidth = firstRowMinWidths[index];
  return [
    `<${src}>`,
    'rel=preload',
    'as=image',
    'fetchpriority=high',
    `imagesrcset="${srcSet}"`,
    `imagesizes="${sizes}"`,
    ...(minWidth === undefined ? [] : [`media="(min-width: ${minWidth}px)"`]),
  ].join('; ');
}
