import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usesOf } from '../import-rules/uses.ts';
import { inRoot } from '../set-up/paths.mjs';

const file = inRoot('build', 'client', 'licences.txt');
// npm test builds the pages before it comes here.
if (!existsSync(file)) throw new Error('There are no built pages whose notices to read: npm run build');
const notices = readFileSync(file, 'utf8');
const named = new Map(
  notices
    .split(/^## /m)
    .slice(1)
    .map((part): [string, string] => {
      const [heading = '', ...text] = part.split('\n');
      return [heading.split(' - ')[0] ?? '', `${heading}\n${text.join('\n').trim()}`];
    }),
);

const packageOf = (what: string) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(what)?.[0] ?? what;
const read = (path: string) => readFileSync(inRoot(path), 'utf8');
const below = (pattern: string) => globSync(pattern, { cwd: inRoot() });

/** Packages that our own modules and style sheets of the browser name. */
const imported = new Set([
  ...below('{web,contract}/**/*.{ts,tsx}')
    .filter((path) => !/\.test\.|\/testing\/|entry\.server/.test(path))
    .flatMap((path) => usesOf(path, read(path)).map(({ what }) => what))
    // Lingui's macros are gone when the pages are built.
    .filter(
      (what) => !/^(web|contract)\/|^node:|^@lingui\/\w+\/macro$|^a query$|^the environment$/.test(what),
    ),
  ...below('web/styles/*.css').flatMap((path) =>
    [...read(path).matchAll(/(?:@import|@plugin|url\()\s*"([^."][^"]*)"/g)].map(([, what = '']) => what),
  ),
]);

test('every package that the pages are made of is named in the notices beside them', () => {
  const packages = [...new Set([...imported].map(packageOf))];
  expect(packages).toContain('react');
  expect(packages).toContain('tailwindcss');
  // What these bring along, as an example of what nobody here imports.
  packages.push('scheduler', '@tanstack/query-core', '@firebase/auth');
  expect(packages.filter((name) => !named.has(name))).toEqual([]);
});

test('each with the text of its licence, or with one that stands there for several', () => {
  const bare = [...named].filter(([, text]) => !/copyright/i.test(text));
  expect(bare.filter(([, text]) => !text.includes('(Apache-2.0)')).map(([name]) => name)).toEqual([]);
  expect(notices).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
});
