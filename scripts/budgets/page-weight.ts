import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** One file that a page makes a browser load, and what it weighs on the way, in bytes. */
type Load = { path: string; bytes: number };

/**
 * What one prerendered page of the built site in `folder` loads: `firstScripts`, for which it asks at once, and
 * `everything` of ours from top to bottom, itself included, without what is asked for by a click.
 */
export function weighPage(folder: string, path: string) {
  const page = path === '/' ? '/index.html' : `${path}/index.html`;
  // What it only names for later, and only for members, it does not load.
  const html = read(folder, page).replace(/window\.memberScripts = \[[^\]]*\]/, '');
  const weigh = (file: string): Load => ({ path: file, bytes: transferred(folder, file) });
  const scripts = new Set(all(html, /"((?:\/\w+)?\/assets\/[^"]+\.js)"/g));
  const links = all(html, /<link rel="(?:stylesheet|preload|icon)" href="(\/[^"]+)"/g);
  const others = new Set([page, ...links, ...picturesOf(html)]);
  return { firstScripts: [...scripts].map(weigh), everything: [...scripts, ...others].map(weigh) };
}

/**
 * What a member's page asks for, in the order of its document, before any script of it has run: `document`, its own bytes;
 * `questions` that its first script asks the product server; `files`, which are style, typeface and scripts; `foundLater`,
 * modules that the scripts import and the page has not named: each is a further way to the server and back.
 */
export function weighBeginning(folder: string, path: string) {
  const { everything, firstScripts } = weighPage(folder, path);
  const html = read(folder, `${path}/index.html`);
  const [, beforeStyle = ''] = /<head>([\s\S]*?)<link rel="stylesheet"/.exec(html) ?? [];
  const [, questions = '[]'] = /window\.preloadedRequests = (\[[^\]]*\])/.exec(beforeStyle) ?? [];
  const named = new Set(all(html, /<link rel="modulepreload" href="([^"]+)"/g));
  const imported = firstScripts.flatMap((script) => importsOf(folder, script.path));
  return {
    document: transferred(folder, `${path}/index.html`),
    questions: JSON.parse(questions) as string[],
    files: everything.filter((load) => /\.(css|js|woff2)$/.test(load.path)),
    foundLater: [...new Set(imported)].filter((script) => !named.has(script)),
  };
}

/** What a module imports at once; what it imports when it is needed is not meant. */
const importsOf = (folder: string, path: string): string[] =>
  all(read(folder, path), /\bfrom\s*["'`]\.\/([^"'`]+\.js)["'`]|\bimport\s*["'`]\.\/([^"'`]+\.js)["'`]/g).map(
    (name) => `/assets/${name}`,
  );

export const sum = (loads: Load[]): number => loads.reduce((total, { bytes }) => total + bytes, 0);

/** Of each picture the first offer, which is what a browser of today takes; without one the plain picture. */
function picturesOf(html: string): string[] {
  const offered = all(html, /<picture[^>]*>\s*<source srcSet="([^" ]+)/gi);
  const plain = all(html.replace(/<picture[\s\S]*?<\/picture>/g, ''), /<img[^>]* src="(\/[^"]+)"/g);
  return [...offered, ...plain];
}

/** Texts go compressed, where the build has not done it already; pictures and fonts go as they are. */
function transferred(folder: string, file: string): number {
  const path = join(folder, file);
  if (existsSync(`${path}.br`)) return statSync(`${path}.br`).size;
  return /\.(html|css|js|svg)$/.test(file)
    ? brotliCompressSync(readFileSync(path)).length
    : statSync(path).size;
}

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, ...found]) => found.find((each) => each !== undefined) ?? '');
