import { FIRST_PAGE_SIZE, type Photo } from '#contract/photos.ts';
import type { InfiniteData } from '#web/api/queries.ts';

export type PhotoPage = {
  photos: readonly Photo[];
  /** False on the last page. */
  hasMore: boolean;
};

/** The loaded pages. The parameter of each page after the first is the id of the photo before it. */
export type PhotoPages = InfiniteData<PhotoPage, string | undefined>;

/** Photos per request: few at first, for a fast first paint, then more. */
export const pageSizes = { first: FIRST_PAGE_SIZE, next: 76 };

type FetchPhotos = (query: { limit: number; after?: string }) => Promise<Photo[]>;

/**
 * Returns the page that follows the photo with the id `after`, from the cache if possible. A reload therefore
 * requests only the first page, and the new photos between it and the cached ones.
 */
export async function loadPage(
  after: string | undefined,
  cached: PhotoPages | undefined,
  fetchPhotos: FetchPhotos,
): Promise<PhotoPage> {
  const cachedPage = after === undefined ? undefined : cachedPageAfter(after, cached);
  if (cachedPage) return cachedPage;
  const limit = after === undefined ? pageSizes.first : pageSizes.next;
  const photos = await fetchPhotos({ limit, ...(after !== undefined && { after }) });
  // A server that returns more than `limit` does not page and has returned everything.
  return { photos, hasMore: photos.length === limit };
}

/** Returns the cached photos after a photo, if any: the rest of its page merged with the next page. */
function cachedPageAfter(after: string, cached: PhotoPages | undefined): PhotoPage | undefined {
  for (const [index, page] of cached?.pages.entries() ?? []) {
    const position = page.photos.findIndex(({ _id }) => _id === after);
    if (position === -1) continue;
    const rest = page.photos.slice(position + 1);
    const next = cached?.pages[index + 1];
    if (rest.length === 0) return next;
    return next ? { ...next, photos: [...rest, ...next.photos] } : { ...page, photos: rest };
  }
  return undefined;
}

/**
 * Returns the id to request the next page with, or undefined on the last page and if the server ignores
 * `after`.
 */
export function nextPageCursor(page: PhotoPage, cursor: string | undefined): string | undefined {
  const lastId = page.photos.at(-1)?._id;
  return page.hasMore && lastId !== cursor ? lastId : undefined;
}

/** Returns the loaded photos in order, without the duplicates of overlapping pages. */
export function listLoadedPhotos({ pages }: PhotoPages): Photo[] {
  const byId = new Map<string, Photo>();
  for (const { photos } of pages)
    for (const photo of photos) if (!byId.has(photo._id)) byId.set(photo._id, photo);
  return [...byId.values()];
}
