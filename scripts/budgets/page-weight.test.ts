import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { notFoundPage, publicPages } from '#contract/site.ts';
import { inRoot } from '../set-up/paths.mjs';
import { sum, weighPage } from './page-weight.ts';

const folder = inRoot('build', 'client');
const kibibytes = (bytes: number) => Math.round(bytes / 102.4) / 10;

// npm test builds the pages before it comes here.
if (!existsSync(folder)) throw new Error('There are no built pages to weigh: npm run build');

describe('the pages stay light', () => {
  const withForms = ['/login', '/register', '/account/action'];

  test.each([...publicPages, notFoundPage])('%s keeps to its scripts before the first paint', (path) => {
    const { firstScripts } = weighPage(folder, path);
    expect(firstScripts.map((script) => script.path)).toContainEqual(
      expect.stringMatching(/\/assets\/react-/),
    );
    expect(kibibytes(sum(firstScripts))).toBeLessThanOrEqual(withForms.includes(path) ? 132 : 105);
  });

  test('the landing page leaves room for opinions, photos and what makes it alive within 350 KiB', () => {
    const { everything } = weighPage(folder, '/');
    for (const kind of [/\.html$/, /\.css$/, /\.js$/, /\.woff2$/, /\.(avif|webp|svg)$/])
      expect(everything.map(({ path }) => path)).toContainEqual(expect.stringMatching(kind));
    expect(kibibytes(sum(everything))).toBeLessThanOrEqual(260);
  });
});
