import { expect, test } from 'vitest';
import { parseLanguage } from './languages.ts';

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
