import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { renderBuiltPage } from '../rendered-pages/render.ts';
import { inRoot } from '../set-up/paths.mjs';

const folder = inRoot('build', 'client');

/** A file that a page loads, and its transferred size in bytes. */
type Load = { path: string; bytes: number };

/**
 * Returns the files of our origin that a page loads. `beforeTouch` includes its document, and `scripts` start
 * React. `startScript` is the code of the inline script that inserts `scripts`, without its data.
 */
export async function measurePageWeight(path: string) {
  const html = await renderBuiltPage(path);
  const [, inert = ''] = /<noscript id="react-scripts">([\s\S]*?)<\/noscript>/.exec(html) ?? [];
  const [, startScript = ''] = /<script>([^<]*?)\(\{"scripts":/.exec(html) ?? [];
  const active = html.replace(inert, '');
  const links = all(active, /<link rel="(?:stylesheet|preload|icon|modulepreload)" href="(\/[^"]+)"/g);
  const sources = all(active, /<script[^>]* src="(\/[^"]+)"/g);
  return {
    startScript,
    beforeTouch: [
      { path, bytes: compressedSize(html) },
      ...[...new Set([...links, ...sources, ...picturesOf(html)])].map(weigh),
    ],
    scripts: [...new Set(all(inert, /"((?:\/\w+)?\/assets\/[^"]+\.js)"/g))].map(weigh),
  };
}

/**
 * Returns what a member page requests before any of its scripts has run, with compressed sizes in bytes.
 * Its first inline script sends `apiRequests`. Each module in `unlisted` costs another round trip, because
 * the page does not preload it.
 */
export async function measureMemberPageWeight(path: string) {
  const { beforeTouch, scripts } = await measurePageWeight(path);
  const html = await renderBuiltPage(path);
  const [, apiRequests = '[]'] = /\{"paths":(\[[^\]]*\])/.exec(html) ?? [];
  const named = new Set(all(html, /<link rel="modulepreload" href="([^"]+)"/g));
  const imported = scripts.flatMap((script) => importsOf(script.path));
  return {
    document: compressedSize(html),
    apiRequests: JSON.parse(apiRequests) as string[],
    files: [...beforeTouch, ...scripts].filter((load) => /\.(css|js|woff2)$/.test(load.path)),
    unlisted: [...new Set(imported)].filter((script) => !named.has(script)),
  };
}

/** Returns the static imports of a module. */
const importsOf = (path: string): string[] =>
  all(read(path), /\bfrom\s*["'`]\.\/([^"'`]+\.js)["'`]|\bimport\s*["'`]\.\/([^"'`]+\.js)["'`]/g).map(
    (name) => `/assets/${name}`,
  );

/** Returns the sum in KiB, with one decimal. */
export const kibibytes = (loads: readonly Load[]): number =>
  Math.round(loads.reduce((total, { bytes }) => total + bytes, 0) / 102.4) / 10;

/**
 * Returns the first source of each picture, which current browsers use, and images without sources. Leaves
 * out lazy images.
 */
function picturesOf(html: string): string[] {
  const eager = html.replaceAll(/<img[^>]* loading="lazy"[^>]*>/g, '');
  const sources = all(eager, /<picture[^>]*>\s*<source srcSet="([^" ]+)[^>]*>(?:\s*<source[^>]*>)*\s*<img/gi);
  const plain = all(eager.replace(/<picture[\s\S]*?<\/picture>/g, ''), /<img[^>]* src="(\/[^"]+)"/g);
  return [...sources, ...plain];
}

const weigh = (file: string): Load => ({ path: file, bytes: transferred(file) });

/** Returns the transferred size: text is compressed, pictures and fonts are not. */
function transferred(file: string): number {
  const path = join(folder, file);
  if (existsSync(`${path}.br`)) return statSync(`${path}.br`).size;
  return /\.(css|js|svg)$/.test(file)
    ? compressedSize(readFileSync(path.replace('#', '')))
    : statSync(path.replace('#', '')).size;
}

const compressedSize = (content: string | Buffer): number => brotliCompressSync(content).length;

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, ...found]) => found.find((group) => group !== undefined) ?? '');
