import type { Photo } from '#contract/photos.ts';
import { pictureSources } from '#contract/picture-sources.ts';

/** From which width of the window on the photo of that place stands in the first row, in pixels: contract/picture-sources.ts. */
const inFirstRow = [undefined, 600, 1200];

/** A proxy may hold all headers of an answer in 4 KB; at a hosted service a member chooses how long an address is. */
const longest = 2500;

/**
 * The pictures of the gallery's first row as a Link header: a browser then fetches them together with the scripts instead
 * of after them. They are public.
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
  // As a whole address nothing of it can end the value or the header.
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
