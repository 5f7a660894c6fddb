import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderBuiltPage, renderedPaths } from '../rendered-pages/render.ts';
import { inRoot } from '../set-up/paths.mjs';
import { unsupportedCss } from './css-features.ts';
import { inlineScriptGaps, scriptGaps, styleGaps } from './known-gaps.ts';
import { unsupportedScript } from './script-features.ts';

const folder = inRoot('build', 'client');

const findUnsupported = (pattern: string, find: typeof unsupportedCss): string[] => {
  const files = globSync(pattern, { cwd: folder });
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((file) => find(readFileSync(`${folder}/${file}`, 'utf8')));
  return [...new Set(found)];
};
const known = (gaps: Record<string, readonly string[]>) => Object.values(gaps).flat().sort();
const names = (found: string[]) => found.map((line) => line.replace(/: [a-z, ]+$/, '')).sort();

test('styles use only features of the oldest browsers, except known gaps', () => {
  expect(names(findUnsupported('{,bn/}assets/*.css', unsupportedCss))).toEqual(known(styleGaps));
});

test('scripts use only features of the oldest browsers, except those behind feature detection', () => {
  expect(names(findUnsupported('{{,bn/}assets/*,sw,sw-gone}.js', unsupportedScript))).toEqual(
    known(scriptGaps),
  );
});

test('inline scripts use only features of the oldest browsers, except a known gap', async () => {
  const pages = await Promise.all(renderedPaths.map((path) => renderBuiltPage(path)));
  const scripts = pages.flatMap((html) => [
    ...html.matchAll(/<script(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/g),
  ]);
  expect(scripts.length).toBeGreaterThan(pages.length);
  const found = new Set(scripts.flatMap(([, code = '']) => unsupportedScript(code)));
  expect(names([...found])).toEqual(known(inlineScriptGaps));
});
