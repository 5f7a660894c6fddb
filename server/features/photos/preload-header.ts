import type { Photo } from '#contract/photos.ts';
import { pictureSources } from '#contract/picture-sources.ts';

/**
 * Minimum window width at which each of the first photos is in the first row, in pixels; see
 * contract/picture-sources.ts.
 */
const inFirstRow = [undefined, 600, 1200];

/**
 * Limit of the header: proxies may limit all headers to 4 KB, and members choose URLs at a hosted image
 * service.
 */
const longest = 2500;

/**
 * Returns a Link header that preloads the pictures of the gallery's first row, so that browsers fetch them in
 * parallel with the scripts.
 */
export async function galleryPreloadHeader(
  list: (limit: number) => Promise<readonly Photo[]>,
): Promise<string> {
  const photos = await list(inFirstRow.length);
  let link = '';
  for (const [place, photo] of photos.entries()) {
    const longer = [link, pictureLink(photo, place)].filter(Boolean).join(', ');
    if (longer.length > longest) break;
    link = longer;
  }
  return link;
}

function pictureLink({ img, width }: Photo, place: number): string | undefined {
  // A parsed URL contains no character that could end the value or the header.
  const address = URL.parse(img)?.href;
  if (!address) return undefined;
  const { src, srcSet, sizes } = pictureSources(address, width);
  const from = inFirstRow[place];
  return [
    `<${src}>`,
    'rel=preload',
    'as=image',
    'fetchpriority=high',
    `imagesrcset="${srcSet}"`,
    `imagesizes="${sizes}"`,
    ...(from === undefined ? [] : [`media="(min-width: ${from}px)"`]),
  ].join('; ');
}
