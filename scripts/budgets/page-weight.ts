import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { inRoot } from '../set-up/paths.mjs';

const folder = inRoot('build', 'client');
// npm test builds the pages first.
if (!existsSync(folder)) throw new Error('The pages are not built. Run: npm run build');

/** A file that a page loads, and its transferred size in bytes. */
type Load = { path: string; bytes: number };

/**
 * Returns the files that a prerendered page loads from our origin: `firstScripts`, requested immediately, and
 * `everything`, including the page itself. Excludes files that only a click loads.
 */
export function measurePageWeight(path: string) {
  const page = path === '/' ? '/index.html' : `${path}/index.html`;
  // The page only lists these scripts for members; it does not load them.
  const html = read(page).replace(/window\.memberScripts = \[[^\]]*\]/, '');
  const weigh = (file: string): Load => ({ path: file, bytes: transferred(file) });
  const scripts = new Set(all(html, /"((?:\/\w+)?\/assets\/[^"]+\.js)"/g));
  const links = all(html, /<link rel="(?:stylesheet|preload|icon)" href="(\/[^"]+)"/g);
  const others = new Set([page, ...links, ...picturesOf(html)]);
  return { firstScripts: [...scripts].map(weigh), everything: [...scripts, ...others].map(weigh) };
}

/**
 * Returns what a member page requests before any of its scripts has run: `document`, its size; `apiRequests`
 * of its first inline script; `files`, i.e. styles, fonts and scripts; `unlisted`, imported modules that the
 * page does not preload: each costs another round trip.
 */
export function measureMemberPageWeight(path: string) {
  const { everything, firstScripts } = measurePageWeight(path);
  const html = read(`${path}/index.html`);
  const [, beforeStyle = ''] = /<head>([\s\S]*?)<link rel="stylesheet"/.exec(html) ?? [];
  const [, apiRequests = '[]'] = /window\.preloadedRequests = (\[[^\]]*\])/.exec(beforeStyle) ?? [];
  const named = new Set(all(html, /<link rel="modulepreload" href="([^"]+)"/g));
  const imported = firstScripts.flatMap((script) => importsOf(script.path));
  return {
    document: transferred(`${path}/index.html`),
    apiRequests: JSON.parse(apiRequests) as string[],
    files: everything.filter((load) => /\.(css|js|woff2)$/.test(load.path)),
    unlisted: [...new Set(imported)].filter((script) => !named.has(script)),
  };
}

/** Returns the static imports of a module. */
const importsOf = (path: string): string[] =>
  all(read(path), /\bfrom\s*["'`]\.\/([^"'`]+\.js)["'`]|\bimport\s*["'`]\.\/([^"'`]+\.js)["'`]/g).map(
    (name) => `/assets/${name}`,
  );

export const sumBytes = (loads: Load[]): number => loads.reduce((total, { bytes }) => total + bytes, 0);

/** Returns the first source of each picture, which current browsers use, and images without sources. */
function picturesOf(html: string): string[] {
  const sources = all(html, /<picture[^>]*>\s*<source srcSet="([^" ]+)/gi);
  const plain = all(html.replace(/<picture[\s\S]*?<\/picture>/g, ''), /<img[^>]* src="(\/[^"]+)"/g);
  return [...sources, ...plain];
}

/** Returns the transferred size: text is compressed, pictures and fonts are not. */
function transferred(file: string): number {
  const path = join(folder, file);
  if (existsSync(`${path}.br`)) return statSync(`${path}.br`).size;
  return /\.(html|css|js|svg)$/.test(file)
    ? brotliCompressSync(readFileSync(path)).length
    : statSync(path).size;
}

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, ...found]) => found.find((group) => group !== undefined) ?? '');
