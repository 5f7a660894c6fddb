import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findDependencies } from '../import-rules/uses.ts';
import { inRoot } from '../set-up/paths.mjs';

const file = inRoot('build', 'client', 'licences.txt');
// npm test builds the pages first.
if (!existsSync(file)) throw new Error('The pages are not built. Run: npm run build');
const notices = readFileSync(file, 'utf8');
const noticesByPackage = new Map(
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
const filesIn = (pattern: string) => globSync(pattern, { cwd: inRoot() });

/** Packages that the browser's modules and style sheets import. */
const imported = new Set([
  ...filesIn('{web,contract}/**/*.{ts,tsx}')
    .filter((path) => !/\.test\.|\/testing\/|entry\.server|page-renderer/.test(path))
    .flatMap((path) => findDependencies(path, read(path)).map(({ what }) => what))
    // Lingui's macros are removed during the build.
    .filter((what) => !/^(web|contract)\/|^node:|^@lingui\/\w+\/macro$|^a query$/.test(what)),
  ...filesIn('web/styles/*.css').flatMap((path) =>
    [...read(path).matchAll(/(?:@import|@plugin|url\()\s*"([^."][^"]*)"/g)].map(([, what = '']) => what),
  ),
]);

test('lists every package that the pages contain', () => {
  const packages = [...new Set([...imported].map(packageOf))];
  expect(packages).toContain('react');
  expect(packages).toContain('tailwindcss');
  // Examples of indirect dependencies.
  packages.push('scheduler', '@tanstack/query-core', '@firebase/auth');
  expect(packages.filter((name) => !noticesByPackage.has(name))).toEqual([]);
});

test('contains the license text of each package, or a shared one', () => {
  const withoutCopyright = [...noticesByPackage].filter(([, text]) => !/copyright/i.test(text));
  expect(withoutCopyright.filter(([, text]) => !text.includes('(Apache-2.0)')).map(([name]) => name)).toEqual(
    [],
  );
  expect(notices).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
});
