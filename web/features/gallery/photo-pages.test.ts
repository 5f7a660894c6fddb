import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Photo } from '#contract/photos.ts';
import { loadPage, nextPageCursor, type PhotoPages, pageSizes, photosOf } from './photo-pages.ts';

const photo = (_id: string): Photo => ({ _id, img: `https://site.example/images/${_id}`, title: _id });
const photos = (count: number, start = 0) =>
  Array.from({ length: count }, (_, index) => photo(`p${start + index}`));
const idsOf = (list: readonly Photo[]) => list.map(({ _id }) => _id);

/** A server that pages over what it has at the moment. */
const serverOf = (list: { now: Photo[] }) =>
  vi.fn(async ({ limit, after }: { limit: number; after?: string }) => {
    const from = after === undefined ? 0 : list.now.findIndex(({ _id }) => _id === after) + 1;
    return list.now.slice(from, from + limit);
  });
type Server = Parameters<typeof loadPage>[2];

/** As the query does it: the first page, then on until `count` pages are there or there is no more. */
async function load(ask: Server, count: number, known?: PhotoPages): Promise<PhotoPages> {
  const loaded: PhotoPages = { pages: [], pageParams: [] };
  let after: string | undefined;
  do {
    const page = await loadPage(after, known, ask);
    loaded.pages.push(page);
    loaded.pageParams.push(after);
    after = nextPageCursor(page, after);
  } while (after !== undefined && loaded.pages.length < count);
  return loaded;
}

describe('[API-03] the pages of the wall', () => {
  test('few are asked for at first, then many, each after the last one that is known', async () => {
    const ask = serverOf({ now: photos(120) });
    const loaded = await load(ask, 9);
    expect(ask.mock.calls.map(([query]) => query)).toEqual([
      { limit: pageSizes.first },
      { limit: pageSizes.further, after: 'p23' },
      { limit: pageSizes.further, after: 'p99' },
    ]);
    expect(idsOf(photosOf(loaded))).toEqual(idsOf(photos(120)));
  });

  test.each([0, 1, 24, 25, 100, 101])('%i photos: it ends where they end', async (count) => {
    const loaded = await load(serverOf({ now: photos(count) }), 50);
    expect(photosOf(loaded)).toHaveLength(count);
  });

  test.each([1, 23, 24, 75, 76, 77, 5000])(
    'an answer of %i photos to whatever is asked is the whole wall',
    async (count) => {
      const ask = vi.fn(async () => photos(count));
      const loaded = await load(ask, 1000);
      expect(ask.mock.calls.length).toBeLessThanOrEqual(2);
      expect(idsOf(photosOf(loaded))).toEqual(idsOf(photos(count)));
    },
  );

  test('a server that heeds `limit` and not `after` ends the paging, too', async () => {
    const ask = vi.fn(async ({ limit }: { limit: number }) => photos(500).slice(0, limit));
    const loaded = await load(ask, 1000);
    expect(ask.mock.calls.length).toBeLessThanOrEqual(3);
    expect(new Set(idsOf(photosOf(loaded))).size).toBe(photosOf(loaded).length);
  });
});

describe('[GAL-03] a wall that is loaded anew', () => {
  test('asks for the first page only, and keeps the rest', async () => {
    const server = { now: photos(1000) };
    const known = await load(serverOf(server), 10);
    server.now = [photo('new'), ...server.now];
    const ask = serverOf(server);
    const loaded = await load(ask, 10, known);
    expect(ask).toHaveBeenCalledExactlyOnceWith({ limit: pageSizes.first });
    expect(idsOf(photosOf(loaded))).toEqual(['new', ...idsOf(photosOf(known))]);
  });

  test('more news than a page holds are fetched until they meet what is known', async () => {
    const server = { now: photos(1000) };
    const known = await load(serverOf(server), 10);
    server.now = [...photos(70, 5000), ...server.now];
    const ask = serverOf(server);
    const loaded = await load(ask, 10, known);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(idsOf(photosOf(loaded))).toEqual(idsOf(server.now.slice(0, photosOf(loaded).length)));
    expect(photosOf(loaded).length).toBeGreaterThanOrEqual(photosOf(known).length);
  });

  test('whatever was added or removed at its start, there is no hole and nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 60 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 24 }),
        async (count, pages, added, removed) => {
          const server = { now: photos(count) };
          const known = await load(serverOf(server), pages);
          const stay = server.now.filter((_, index) => !removed.includes(index));
          server.now = [...photos(added, 5000), ...stay];
          const loaded = idsOf(
            photosOf(await load(serverOf(server), Math.max(1, known.pages.length), known)),
          );
          expect(new Set(loaded).size).toBe(loaded.length);
          const now = new Set(idsOf(server.now));
          // What went beyond the first page may linger until somebody looks at it; everything else is as it is.
          const lingering = loaded.filter((id) => !now.has(id));
          for (const id of lingering) expect(loaded.indexOf(id)).toBeGreaterThanOrEqual(pageSizes.first);
          const there = loaded.filter((id) => now.has(id));
          expect(there).toEqual(idsOf(server.now.slice(0, there.length)));
        },
      ),
    );
  });
});
