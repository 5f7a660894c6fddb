import { describe, expect, test } from 'vitest';
import { FIRST_PAGE_SIZE } from '#contract/photos.ts';
import { notFoundPage, publicPages } from '#contract/site.ts';
import { kibibytes, measureMemberPageWeight, measurePageWeight } from './page-weight.ts';

describe('the weight of the pages', () => {
  const pages = [...publicPages, notFoundPage];
  const allPages = [...pages, ...pages.map((path) => `/bn${path === '/' ? '' : path}`)];

  test.each(allPages)('%s loads no script before the first touch, and few afterwards', async (path) => {
    const { startScript, beforeTouch, scripts } = await measurePageWeight(path);
    expect(startScript).toMatch(/^\(function/);
    expect(startScript.length).toBeLessThanOrEqual(2048);
    expect(beforeTouch.filter((load) => load.path.endsWith('.js'))).toEqual([]);
    const isLanding = /^(\/|\/home|\/bn|\/bn\/home)$/.test(path);
    expect(kibibytes(beforeTouch)).toBeLessThanOrEqual(
      (isLanding ? 90 : 65) + (path.startsWith('/bn') ? 30 : 0),
    );
    expect(scripts).toContainEqual(
      expect.objectContaining({ path: expect.stringMatching(/\/assets\/react-/) }),
    );
    expect(kibibytes(scripts)).toBeLessThanOrEqual(175);
  });

  // On a slow phone every file and every further round trip is noticeable: docs/decisions/0019.
  test('the gallery takes two round trips: the page, then everything that it needs', async () => {
    const { document, apiRequests, files, unlisted } = await measureMemberPageWeight('/dashboard/gallery');
    expect(apiRequests).toEqual([`/api/photo?limit=${FIRST_PAGE_SIZE}`]);
    expect(unlisted).toEqual([]);
    expect(files.map(({ path }) => path)).toContainEqual(expect.stringMatching(/\/assets\/gallery-page-/));
    expect(document).toBeLessThanOrEqual(5.5 * 1024);
    expect(files.length).toBeLessThanOrEqual(18);
  });
});
