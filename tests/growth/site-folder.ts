import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { notFoundPage, prerenderedPath, publicPages, publicPagesWithId } from '#contract/site.ts';

const head = [
  '<title>A page</title>',
  '<meta name="description" content="Of the site.">',
  '<meta property="og:title" content="A page"><meta property="og:description" content="Of the site.">',
].join('');

/**
 * Creates a folder like a built site, in which each page contains its path. A real build takes half a minute.
 */
export function createSiteFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-pages-'));
  for (const base of ['', '/bn']) {
    const pages = [...publicPages, ...publicPagesWithId.map(prerenderedPath), notFoundPage].map((path) =>
      join(path, 'index.html'),
    );
    for (const path of [...pages, '__spa-fallback.html', 'assets/app-abc.js']) {
      const file = join(folder, base, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `<html><head>${head}</head><body>${base}${path}</body></html>`);
    }
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
