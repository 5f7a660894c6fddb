import { expect, test } from 'vitest';
import { pageLanguages, parseLanguage, textLanguage } from './languages.ts';

test.each([
  ['fr,bn;q=0.9,en;q=0.5', 'bn'],
  ['en;q=0.5, bn-BD;q=0.9', 'bn'],
  ['bn;q=0, en;q=0.1', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['bn_BD', 'bn'],
  ['fr-FR, *;q=0.5', undefined],
  ['bn;q=x', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j prefers %s', (header, language) => {
  expect(parseLanguage(header)).toBe(language);
});

test.each([
  [
    ['en', 'bn'],
    ['en', 'bn'],
  ],
  [['bn'], ['bn']],
  [
    ['bn-bd', 'fr', 'en', 'bn'],
    ['bn', 'en'],
  ],
  [['fr', 'en'], ['en']],
  [['fr'], ['en']],
  [[], ['en']],
])('a site that shows %j has pages in %j', (shown, languages) => {
  expect(pageLanguages(shown)).toEqual(languages);
});

test.each([
  [['en', 'bn'], 'en', 'en'],
  [['en', 'bn'], 'bn', 'bn'],
  [['fr', 'en'], 'en', 'fr'],
  [['fr'], 'en', 'fr'],
  [['fr', 'en', 'bn'], 'bn', 'bn'],
  [['bn', 'en-gb'], 'en', 'en-gb'],
  [['bn'], 'en', 'en'],
] as const)('on a site that shows %j, %s pages have texts in %s', (shown, page, language) => {
  expect(textLanguage(shown, page)).toBe(language);
});
