import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FIRST_PAGE_SIZE } from '#contract/photos.ts';
import { notFoundPage, publicPages } from '#contract/site.ts';
import { inRoot } from '../set-up/paths.mjs';
import { sum, weighBeginning, weighPage } from './page-weight.ts';

const folder = inRoot('build', 'client');
const kibibytes = (bytes: number) => Math.round(bytes / 102.4) / 10;

// npm test builds the pages before it comes here.
if (!existsSync(folder)) throw new Error('There are no built pages to weigh: npm run build');

describe('the pages stay light', () => {
  const withForms = ['/login', '/register', '/account/action'];

  const pages = [...publicPages, notFoundPage];
  const everywhere = [...pages, ...pages.map((path) => `/bn${path === '/' ? '' : path}`)];

  test.each(everywhere)('%s keeps to its scripts before the first paint', (path) => {
    const { firstScripts } = weighPage(folder, path);
    expect(firstScripts.map((script) => script.path)).toContainEqual(
      expect.stringMatching(/\/assets\/react-/),
    );
    expect(kibibytes(sum(firstScripts))).toBeLessThanOrEqual(
      withForms.includes(path.replace(/^\/bn/, '')) ? 132 : 105,
    );
  });

  test.each(['/', '/bn'])(
    '%s leaves room for opinions, photos and what makes it alive within 350 KiB',
    (path) => {
      const { everything } = weighPage(folder, path);
      for (const kind of [/\.html$/, /\.css$/, /\.js$/, /\.woff2$/, /\.(avif|webp|svg)$/])
        expect(everything.map(({ path }) => path)).toContainEqual(expect.stringMatching(kind));
      expect(kibibytes(sum(everything))).toBeLessThanOrEqual(260);
    },
  );

  // On a slow phone every file and every further way to the server and back is seen: docs/performance.md.
  test('the gallery comes by two ways to the server and back: the page, then all that it needs at once', () => {
    const { document, questions, files, foundLater } = weighBeginning(folder, '/dashboard/gallery');
    expect(questions).toEqual([`/api/photo?limit=${FIRST_PAGE_SIZE}`]);
    expect(foundLater).toEqual([]);
    expect(files.map(({ path }) => path)).toContainEqual(expect.stringMatching(/\/assets\/gallery-page-/));
    expect(kibibytes(document)).toBeLessThanOrEqual(4);
    expect(kibibytes(sum(files))).toBeLessThanOrEqual(170);
    expect(files.length).toBeLessThanOrEqual(18);
  });
});
