import { expect, test } from 'vitest';
import { findSuperlinear } from './analyze.ts';
import { findSlowRegexes } from './check.ts';

const slow: readonly RegExp[] = [
  /^\/+|\/+$/g,
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /\s*\n/,
  /<a[^>]*>/,
  /<script>([\s\S]*?)<\/script>/,
  /^.*<b>(\S*?)<\/b>.*$/,
  /^(a+)+$/,
  /^(a|[ab])*c$/,
  /\bfrom .* to/,
  /(?<=a)a*b/,
  /^\s*b/m,
  /x(?=a*b)/,
];

test.each(slow)('%s is superlinear', ({ source, flags }) => {
  expect(findSuperlinear(source, flags)).toBeDefined();
});

const fast: readonly RegExp[] = [
  /^\/+/,
  /(?<!\/)\/+$/,
  /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/,
  /a.*/,
  /\p{M}{30}(?=\p{M})/gu,
  /(?<![\w.:-])\+?\d{10,15}(?![\w:-])/g,
  /\bpi_\w+_secret_\w+/,
  /^<a[^>]*>/,
  /\s+/g,
  /^.*b$/m,
  /a*b/y,
  /^(\d+)-(\d+)\/(\d+)$/,
];

test.each(fast)('%s is linear', ({ source, flags }) => {
  expect(findSuperlinear(source, flags)).toBeUndefined();
});

const check = (file: string, text: string, ...exceptions: Parameters<typeof findSlowRegexes>[1]) =>
  findSlowRegexes([{ file, text }], exceptions);

test.each([
  ['server/a.ts', String.raw`text.replace(/\/+$/, '')`],
  ['contract/a.ts', String.raw`z.string().check(z.regex(/^\S+@\S+\.\S+$/))`],
  ['web/a.tsx', String.raw`const a = <p>{text.replace(/\s+$/, '')}</p>`],
  ['providers/a.ts', String.raw`new RegExp('\\s+$')`],
  ['platform/a.ts', 'RegExp(`a*b`, "g")'],
  ['main.ts', "text.search('a*b')"],
  ['server/a.ts', 'new RegExp(given)'],
  ['server/a.ts', 'z.string().check(z.maxLength(5), z.regex(/a/))'],
])('reports %s: %s with its line', (path, text) => {
  const found = check(path, `// one line above\n${text};\n`);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(new RegExp(`^${path}:2 `));
});

test("checks Zod's own patterns; those in use are linear", () => {
  const formats = ['email', 'url', 'iso.date', 'iso.datetime', 'uuid', 'base64url', 'e164'];
  expect(check('contract/a.ts', formats.map((format) => `z.${format}()`).join(';\n'))).toEqual([]);
});

test.each(['server/a.test.ts', 'scripts/a.ts', 'vite.config.ts'])('does not check %s', (path) => {
  expect(check(path, '/a*b/')).toEqual([]);
});

test('accepts an exception, and reports an unused one', () => {
  const exception = { file: 'server/a.ts', source: 'a*b', reason: 'Short.' };
  expect(check('server/a.ts', '/a*b/', exception)).toEqual([]);
  expect(check('server/a.ts', '/ab/', exception)).toEqual([
    expect.stringContaining('unused exception: server/a.ts'),
  ]);
});
