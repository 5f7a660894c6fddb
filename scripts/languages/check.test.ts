import { expect, test } from 'vitest';
import { compareCatalog } from './check.ts';

const source = { a: { message: 'Home' }, b: { message: 'About Us' } };

test('accepts a catalog with exactly the messages of the code', () => {
  const translated = { a: { message: 'Home', translation: 'হোম' }, b: { translation: 'আমাদের কথা' } };
  expect(compareCatalog('web/messages.bn.po', source, translated)).toEqual([]);
});

test('reports missing, empty and unused messages', () => {
  const translated = { a: { message: 'Home', translation: '' }, c: { message: 'Gone', translation: 'গেছে' } };
  expect(compareCatalog('web/messages.bn.po', source, translated)).toEqual([
    'web/messages.bn.po: not translated: "Home"',
    'web/messages.bn.po: not translated: "About Us"',
    'web/messages.bn.po: no longer used: "Gone"',
  ]);
});
