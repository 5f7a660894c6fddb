import satisfies from 'spdx-satisfies';
import { expect, test } from 'vitest';
import { lockedPackages } from './lockfile.ts';

/** Licenses that only require the notice to be kept: allowed for every package. */
const permissive = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Zlib', 'Python-2.0', 'PSF-2.0', 'CC0-1.0', 'Unlicense'],
];

/** Packages with licenses that require more. */
const exceptions: readonly [name: RegExp, licence: string, reason: string][] = [
  [/^@img\/sharp-/, 'LGPL-3.0-or-later', 'libvips, a separate library that sharp loads'],
  [/^lightningcss(-|$)/, 'MPL-2.0', 'used unchanged in the build; not distributed'],
  [/^(axe-core|ical\.js)$/, 'MPL-2.0', 'tests only, unchanged'],
  [/^@fontsource\/fraunces$/, 'OFL-1.1', 'a font, with its notice in NOTICE'],
  [/^@expo-google-fonts\/noto-sans-bengali$/, 'OFL-1.1', 'a font, for tests only'],
  [/^spdx-(exceptions|ranges)$/, 'CC-BY-3.0', 'tables of licences; tests only'],
  [/^caniuse-lite$/, 'CC-BY-4.0', 'a table for the build; not distributed'],
];

/** Packages whose license npm does not find or understand. They were checked manually. */
const manuallyChecked: Record<string, string> = {
  'busboy@1.6.0': 'MIT',
  'streamsearch@1.1.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
};

const packages = lockedPackages.map(({ name, version, license }) => ({
  id: `${name}@${version}`,
  name,
  licence: manuallyChecked[`${name}@${version}`] ?? license ?? 'none named',
}));

test('every package has an allowed license', () => {
  const rejected = packages.filter(({ name, licence }) => {
    const additional = exceptions.filter(([pattern]) => pattern.test(name)).map(([, other]) => other);
    return !allows(licence, [...permissive, ...additional]);
  });
  expect(rejected.map(({ id, licence }) => `${id}: ${licence}`)).toEqual([]);
});

test('every exception is still needed', () => {
  const unusedExceptions = exceptions.filter(
    ([pattern]) => !packages.some(({ name, licence }) => pattern.test(name) && !allows(licence, permissive)),
  );
  const unusedEntries = Object.keys(manuallyChecked).filter((id) => !packages.some((one) => one.id === id));
  expect([...unusedExceptions, ...unusedEntries]).toEqual([]);
});

test.each([
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.md', false],
])('%s is permissive: %s', (licence, expected) => {
  expect(allows(licence, permissive)).toBe(expected);
});

/** Returns false for text that is not an SPDX expression. */
function allows(licence: string, allowed: string[]): boolean {
  try {
    return satisfies(licence, allowed);
  } catch {
    return false;
  }
}
