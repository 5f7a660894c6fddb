import { expect, test } from 'vitest';
import { compareCatalogue } from './check.ts';

const said = { a: { message: 'Home' }, b: { message: 'About Us' } };

test('a catalogue with every message and no other has no fault', () => {
  const translated = { a: { message: 'Home', translation: 'হোম' }, b: { translation: 'আমাদের কথা' } };
  expect(compareCatalogue('web/messages.bn.po', said, translated)).toEqual([]);
});

test('what is missing, empty or left over is named', () => {
  const translated = { a: { message: 'Home', translation: '' }, c: { message: 'Gone', translation: 'গেছে' } };
  expect(compareCatalogue('web/messages.bn.po', said, translated)).toEqual([
    'web/messages.bn.po: not translated: "Home"',
    'web/messages.bn.po: not translated: "About Us"',
    'web/messages.bn.po: nobody says this any more: "Gone"',
  ]);
});
