import satisfies from 'spdx-satisfies';
import { expect, test } from 'vitest';
import { lockedPackages } from './lockfile.ts';

/** These ask for no more than that the notice stays: fine for every package. */
const free = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Zlib', 'Python-2.0', 'CC0-1.0', 'Unlicense'],
];

/** What asks for more, package by package. */
const named: readonly [name: RegExp, licence: string, because: string][] = [
  [/^@img\/sharp-/, 'LGPL-3.0-or-later', 'libvips, a library of its own beside sharp'],
  [/^lightningcss(-|$)/, 'MPL-2.0', 'builds the pages, unchanged; nobody is sent it'],
  [/^(axe-core|ical\.js)$/, 'MPL-2.0', 'tests only, unchanged'],
  [/^@fontsource\/fraunces$/, 'OFL-1.1', 'a typeface, with its notice in NOTICE'],
  [/^@expo-google-fonts\/noto-sans-bengali$/, 'OFL-1.1', 'a typeface, with its notice in NOTICE'],
  [/^spdx-(exceptions|ranges)$/, 'CC-BY-3.0', 'tables of licences; tests only'],
  [/^caniuse-lite$/, 'CC-BY-4.0', 'a table for the build; nobody is sent it'],
];

/** Packages that name their licence elsewhere than npm looks, or in other words; read by us. */
const read: Record<string, string> = {
  'busboy@1.6.0': 'MIT',
  'streamsearch@1.1.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
};

const packages = lockedPackages.map(({ name, version, license }) => ({
  id: `${name}@${version}`,
  name,
  licence: read[`${name}@${version}`] ?? license ?? 'none named',
}));

test('every package may be used as we use it', () => {
  const refused = packages.filter(({ name, licence }) => {
    const more = named.filter(([pattern]) => pattern.test(name)).map(([, asked]) => asked);
    return !allows(licence, [...free, ...more]);
  });
  expect(refused.map(({ id, licence }) => `${id}: ${licence}`)).toEqual([]);
});

test('every exception is still needed', () => {
  const idle = named.filter(
    ([pattern]) => !packages.some(({ name, licence }) => pattern.test(name) && !allows(licence, free)),
  );
  const gone = Object.keys(read).filter((id) => !packages.some((one) => one.id === id));
  expect([...idle, ...gone]).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND Zlib', true],
  ['MIT AND GPL-3.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['LGPL-3.0-or-later', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
  ['none named', false],
])('%s is free: %s', (licence, expected) => {
  expect(allows(licence, free)).toBe(expected);
});

/** What is no SPDX expression says nothing that we could check. */
function allows(licence: string, allowed: string[]): boolean {
  try {
    return satisfies(licence, allowed);
  } catch {
    return false;
  }
}
