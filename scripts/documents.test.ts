import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
import { expect, test } from 'vitest';
import { Variables } from '../app/config/variables.ts';
import { inRoot } from './set-up/paths.mjs';
import { readSources } from './sources.ts';

const read = (path: string) => readFileSync(inRoot(path), 'utf8');
const records = readdirSync(inRoot('docs/decisions'));
const documents = globSync('**/*.md', {
  cwd: inRoot('.'),
  exclude: ['**/{node_modules,build,data,.git}'],
}).map((path) => path.replaceAll(sep, '/'));

/** Removes code, which may contain what looks like a link or a heading. */
const prose = (path: string) =>
  read(path)
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`]*`/g, '`');

/** Returns the anchors of a document's headings, as GitHub derives them. */
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function isDead(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path ? posix.join(posix.dirname(from), path) : from;
  return !existsSync(inRoot(target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
}

test('the index lists every decision record once, by its number and title', () => {
  const listed = read('docs/README.md').match(/^- \[\d{4}\].*$/gm);
  const expected = records.map((file) => {
    const [, number, title] = /^# (\d{4}) (.+)$/m.exec(read(`docs/decisions/${file}`)) ?? [];
    expect(file.slice(0, 5)).toBe(`${number}-`);
    return `- [${number}](decisions/${file}) ${title}`;
  });
  expect(listed?.sort()).toEqual(expected.sort());
});

test.each(records)('%s has a status line and at most 40 lines', (file) => {
  const [, , status, ...rest] = read(`docs/decisions/${file}`).trimEnd().split('\n');
  expect(status).toMatch(/^\d{4}-\d\d-\d\d, (in force|superseded by \[\d{4}\]\(.+\))\./);
  expect(rest.length + 3).toBeLessThanOrEqual(40);
});

test('every link between documents leads to a file and a heading', () => {
  const links = documents.flatMap((from) =>
    [...prose(from).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) => ({ from, link })),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter(({ from, link }) => isDead(from, link))).toEqual([]);
});

test('every comment names a decision record that exists', () => {
  const numbers = new Set(records.map((file) => file.slice(0, 4)));
  const named = readSources().flatMap(({ file, text }) =>
    [...text.matchAll(/\bdecisions?[/ ](\d{4})\b/g)].map(([, number = '']) => ({ file, number })),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

/** Returns the variables in the first column of the tables of a document. */
const settingsIn = (path: string): string[] =>
  [...read(path).matchAll(/^\| (`[A-Z][^|]*) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/[A-Z]\w+/g) ?? [],
  );

test('the guide for operators lists every setting once, and README.md some of them', () => {
  const settings = Object.keys(Variables.shape);
  expect(settingsIn('docs/operating.md').sort()).toEqual(settings.sort());
  expect(settingsIn('README.md').length).toBeGreaterThan(5);
  expect(settingsIn('README.md').filter((name) => !settings.includes(name))).toEqual([]);
});

test('docs/ has at most 35,000 words', () => {
  const texts = documents.filter((path) => path.startsWith('docs/')).map(read);
  expect(texts.join('\n').split(/\s+/).length).toBeLessThanOrEqual(35_000);
});
