import { describe, expect, test } from 'vitest';
import { FIRST_PAGE_SIZE } from '#contract/photos.ts';
import { notFoundPage, publicPages } from '#contract/site.ts';
import { measureMemberPageWeight, measurePageWeight, sumBytes } from './page-weight.ts';

const kibibytes = (bytes: number) => Math.round(bytes / 102.4) / 10;

describe('the weight of the pages', () => {
  const withForms = ['/login', '/register', '/account/action'];

  const pages = [...publicPages, notFoundPage];
  const allPages = [...pages, ...pages.map((path) => `/bn${path === '/' ? '' : path}`)];

  test.each(allPages)('%s loads few scripts before the first paint', (path) => {
    const { firstScripts } = measurePageWeight(path);
    expect(firstScripts.map((script) => script.path)).toContainEqual(
      expect.stringMatching(/\/assets\/react-/),
    );
    expect(kibibytes(sumBytes(firstScripts))).toBeLessThanOrEqual(
      withForms.includes(path.replace(/^\/bn/, '')) ? 132 : 105,
    );
  });

  test.each(['/', '/bn'])('%s leaves enough of 350 KiB for reviews, photos and hydration', (path) => {
    const { everything } = measurePageWeight(path);
    for (const kind of [/\.html$/, /\.css$/, /\.js$/, /\.woff2$/, /\.(avif|webp|svg)$/])
      expect(everything.map(({ path }) => path)).toContainEqual(expect.stringMatching(kind));
    expect(kibibytes(sumBytes(everything))).toBeLessThanOrEqual(260);
  });

  // On a slow phone every file and every further round trip is noticeable: docs/decisions/0019.
  test('the gallery takes two round trips: the page, then everything that it needs', () => {
    const { document, apiRequests, files, unlisted } = measureMemberPageWeight('/dashboard/gallery');
    expect(apiRequests).toEqual([`/api/photo?limit=${FIRST_PAGE_SIZE}`]);
    expect(unlisted).toEqual([]);
    expect(files.map(({ path }) => path)).toContainEqual(expect.stringMatching(/\/assets\/gallery-page-/));
    expect(kibibytes(document)).toBeLessThanOrEqual(4);
    expect(kibibytes(sumBytes(files))).toBeLessThanOrEqual(170);
    expect(files.length).toBeLessThanOrEqual(18);
  });
});
