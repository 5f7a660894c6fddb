import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Photo } from '#contract/photos.ts';
import { listLoadedPhotos, loadPage, nextPageCursor, type PhotoPages, pageSizes } from './photo-pages.ts';

const photo = (_id: string): Photo => ({ _id, img: `https://site.example/images/${_id}`, title: _id });
const photos = (count: number, start = 0) =>
  Array.from({ length: count }, (_, index) => photo(`p${start + index}`));
const idsOf = (list: readonly Photo[]) => list.map(({ _id }) => _id);

/** Creates a server that returns pages of its current list. */
const createPhotoServer = (list: { now: Photo[] }) =>
  vi.fn(async ({ limit, after }: { limit: number; after?: string }) => {
    const from = after === undefined ? 0 : list.now.findIndex(({ _id }) => _id === after) + 1;
    return list.now.slice(from, from + limit);
  });
type FetchPhotos = Parameters<typeof loadPage>[2];

/** Loads pages as the query does, until `count` pages are loaded or the last page is reached. */
async function load(fetchPhotos: FetchPhotos, count: number, cached?: PhotoPages): Promise<PhotoPages> {
  const loaded: PhotoPages = { pages: [], pageParams: [] };
  let after: string | undefined;
  do {
    const page = await loadPage(after, cached, fetchPhotos);
    loaded.pages.push(page);
    loaded.pageParams.push(after);
    after = nextPageCursor(page, after);
  } while (after !== undefined && loaded.pages.length < count);
  return loaded;
}

describe('[API-03] the pages of the photo list', () => {
  test('requests a small first page, then larger pages, each after the last loaded photo', async () => {
    const fetchPhotos = createPhotoServer({ now: photos(120) });
    const loaded = await load(fetchPhotos, 9);
    expect(fetchPhotos.mock.calls.map(([query]) => query)).toEqual([
      { limit: pageSizes.first },
      { limit: pageSizes.next, after: 'p23' },
      { limit: pageSizes.next, after: 'p99' },
    ]);
    expect(idsOf(listLoadedPhotos(loaded))).toEqual(idsOf(photos(120)));
  });

  test.each([0, 1, 24, 25, 100, 101])('stops after the last of %i photos', async (count) => {
    const loaded = await load(createPhotoServer({ now: photos(count) }), 50);
    expect(listLoadedPhotos(loaded)).toHaveLength(count);
  });

  test.each([1, 23, 24, 75, 76, 77, 5000])(
    'treats a response of %i photos to every request as the whole list',
    async (count) => {
      const fetchPhotos = vi.fn(async () => photos(count));
      const loaded = await load(fetchPhotos, 1000);
      expect(fetchPhotos.mock.calls.length).toBeLessThanOrEqual(2);
      expect(idsOf(listLoadedPhotos(loaded))).toEqual(idsOf(photos(count)));
    },
  );

  test('stops paging when the server honors `limit` but ignores `after`', async () => {
    const fetchPhotos = vi.fn(async ({ limit }: { limit: number }) => photos(500).slice(0, limit));
    const loaded = await load(fetchPhotos, 1000);
    expect(fetchPhotos.mock.calls.length).toBeLessThanOrEqual(3);
    expect(new Set(idsOf(listLoadedPhotos(loaded))).size).toBe(listLoadedPhotos(loaded).length);
  });
});

describe('[GAL-03] reloading the list', () => {
  test('requests only the first page and keeps the rest', async () => {
    const server = { now: photos(1000) };
    const cached = await load(createPhotoServer(server), 10);
    server.now = [photo('new'), ...server.now];
    const fetchPhotos = createPhotoServer(server);
    const loaded = await load(fetchPhotos, 10, cached);
    expect(fetchPhotos).toHaveBeenCalledExactlyOnceWith({ limit: pageSizes.first });
    expect(idsOf(listLoadedPhotos(loaded))).toEqual(['new', ...idsOf(listLoadedPhotos(cached))]);
  });

  test('requests pages until the new photos overlap the cached ones', async () => {
    const server = { now: photos(1000) };
    const cached = await load(createPhotoServer(server), 10);
    server.now = [...photos(70, 5000), ...server.now];
    const fetchPhotos = createPhotoServer(server);
    const loaded = await load(fetchPhotos, 10, cached);
    expect(fetchPhotos).toHaveBeenCalledTimes(2);
    expect(idsOf(listLoadedPhotos(loaded))).toEqual(
      idsOf(server.now.slice(0, listLoadedPhotos(loaded).length)),
    );
    expect(listLoadedPhotos(loaded).length).toBeGreaterThanOrEqual(listLoadedPhotos(cached).length);
  });

  test('has no gaps and no duplicates after photos are added and removed at the start', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 60 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 24 }),
        async (count, pages, added, removed) => {
          const server = { now: photos(count) };
          const cached = await load(createPhotoServer(server), pages);
          const remaining = server.now.filter((_, index) => !removed.includes(index));
          server.now = [...photos(added, 5000), ...remaining];
          const loaded = idsOf(
            listLoadedPhotos(await load(createPhotoServer(server), Math.max(1, cached.pages.length), cached)),
          );
          expect(new Set(loaded).size).toBe(loaded.length);
          const now = new Set(idsOf(server.now));
          // Photos deleted beyond the first page may stay cached. Everything else matches the server.
          const stale = loaded.filter((id) => !now.has(id));
          for (const id of stale) expect(loaded.indexOf(id)).toBeGreaterThanOrEqual(pageSizes.first);
          const current = loaded.filter((id) => now.has(id));
          expect(current).toEqual(idsOf(server.now.slice(0, current.length)));
        },
      ),
    );
  });
});
