import { FIRST_PAGE_SIZE, type Photo } from '#contract/photos.ts';
import type { InfiniteData } from '#web/api/queries.ts';

/** One answer of the paged list. */
export type PhotoPage = {
  photos: readonly Photo[];
  /** False at the end of the wall. */
  more: boolean;
};

/** All that is loaded; each page after the first was asked for with the id before it. */
export type PhotoPages = InfiniteData<PhotoPage, string | undefined>;

/** How many photos are asked for at once: few for the first sight, then by the hundred. */
export const pageSizes = { first: FIRST_PAGE_SIZE, further: 76 };

type Ask = (query: { limit: number; after?: string }) => Promise<Photo[]>;

/**
 * The page that follows the photo `after`. What is `known` is not asked for again: a list that is loaded anew asks
 * for its first page only, and for what has come between that and the photos it knows.
 */
export async function loadPage(
  after: string | undefined,
  known: PhotoPages | undefined,
  ask: Ask,
): Promise<PhotoPage> {
  const kept = after === undefined ? undefined : knownAfter(after, known);
  if (kept) return kept;
  const limit = after === undefined ? pageSizes.first : pageSizes.further;
  const photos = await ask({ limit, ...(after !== undefined && { after }) });
  // Who gives more than was asked for does not page, and has given all.
  return { photos, more: photos.length === limit };
}

/** What is known to follow a photo: the rest of its page with the next one, so that no page is left over. */
function knownAfter(after: string, known: PhotoPages | undefined): PhotoPage | undefined {
  for (const [index, page] of known?.pages.entries() ?? []) {
    const at = page.photos.findIndex(({ _id }) => _id === after);
    if (at === -1) continue;
    const rest = page.photos.slice(at + 1);
    const next = known?.pages[index + 1];
    if (rest.length === 0) return next;
    return next ? { ...next, photos: [...rest, ...next.photos] } : { ...page, photos: rest };
  }
  return undefined;
}

/** The id to ask on with; undefined at the end, and where the answers no longer go on. */
export function nextPageCursor(page: PhotoPage, askedWith: string | undefined): string | undefined {
  const last = page.photos.at(-1)?._id;
  return page.more && last !== askedWith ? last : undefined;
}

/** The loaded photos in order, each once: pages overlap when photos were added or removed meanwhile. */
export function photosOf({ pages }: PhotoPages): Photo[] {
  const byId = new Map<string, Photo>();
  for (const { photos } of pages)
    for (const photo of photos) if (!byId.has(photo._id)) byId.set(photo._id, photo);
  return [...byId.values()];
}
