import { describe, expect, test } from 'vitest';
import { superlinearGrowth } from '#platform/testing/growth.ts';
import * as platform from '#platform/text.ts';
import * as contract from './invisible.ts';

/** Characters that no address and no name may contain. */
const invisible = [
  ...['\u200b', '\u00ad', '\u2060', '\ufeff', '\u180e', '\u034f'],
  ...['\u200e', '\u200f', '\u061c', '\u202a', '\u202e', '\u2066', '\u2069'],
  ...['\u2800', '\u3164', '\uffa0', '\u115f', '\u1160', '\u17b4', '\u{1d159}', '\u2065', '\u{e0041}'],
  ...['\ufffd', '\ufffc', '\ufff9', '\u{1d173}'],
];
const names = [
  ...['Rahim Uddin', "O'Brien-Smith", 'মোঃ রহিম উদ্দিন', 'র\u200d্যাব', 'ক্\u200dষ', 'জগত্\u200d রায়'],
  ...['می\u200cخواهم نیک\u200cپی', 'ශ්\u200dරී ලංකා', 'שָׁלוֹם', '葛\u{e0100}城', 'ᠮᠣᠩ\u180bᠭᠣᠯ', '❤\ufe0f'],
];
/** Joiners and variation selectors where no script needs them. */
const misplaced = [
  'Rahim\u200d',
  '\u200cRahim',
  'Rahim \u200dUddin',
  'র\u200d\u200d্যাব',
  'Rahim\ufe0f',
  'র\u200c',
];

describe.each([
  ['contract', contract],
  ['platform', platform],
])('%s', (_, { hasInvisible, nameHasInvisible }) => {
  test('finds invisible characters', () => {
    for (const character of invisible) {
      expect(hasInvisible(`ra${character}him@example.org`), JSON.stringify(character)).toBe(true);
      expect(nameHasInvisible(`Ra${character}him`), JSON.stringify(character)).toBe(true);
    }
    expect(hasInvisible('রহিম.উদ্দিন+রক্ত@উদাহরণ.বাংলা')).toBe(false);
  });

  test('accepts a joiner in a name where a script needs it, and nowhere in an address', () => {
    expect(names.filter(nameHasInvisible)).toEqual([]);
    expect(misplaced.filter((name) => !nameHasInvisible(name))).toEqual([]);
    for (const joiner of ['\u200c', '\u200d']) expect(hasInvisible(`a${joiner}b@c.d`)).toBe(true);
  });

  test('takes linear time', async () => {
    for (const unit of ['a\u200d', '\u0301\u200d', '\u200d', '葛\u{e0100}'])
      expect(await superlinearGrowth((size) => nameHasInvisible(unit.repeat(size)), 300_000)).toBeUndefined();
  });
});
