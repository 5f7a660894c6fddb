import { expect, test } from 'vitest';
import { superlinearGrowth } from '#platform/testing/growth.ts';
import { AppointmentFields } from './appointments.ts';
import { isVisible, oneLine } from './one-line.ts';

const invisible = {
  spaces: ' \u00a0\u2003\u3000',
  'zero width spaces': '\u200b\u200b\u200b\u200b',
  'joiners alone': '\u200c\u200d\u2060\ufeff',
  'HANGUL FILLER': '\u3164\u3164\u3164\u3164',
  'halfwidth and conjoining fillers': '\uffa0\u115f\u1160\uffa0',
  'BRAILLE PATTERN BLANK': '\u2800\u2800\u2800\u2800',
  'MUSICAL SYMBOL NULL NOTEHEAD': '\u{1d159}\u{1d159}',
  'soft hyphens': '\u00ad\u00ad\u00ad\u00ad',
  'signs of direction': '\u200e\u200f\u061c\u202e',
  'tags and variation selectors': '\u{e0041}\u{e0042}\ufe0f\u{e0101}',
  'default-ignorable code points that are unassigned': '\u2065\ufff0\u{e0fff}\u{e0080}',
  'Khmer and Mongolian ones': '\u17b4\u17b5\u180e\u180b',
  'marks alone': '\u0301\u0301\u034f\u09be',
  'a mixture': ' \u200b\u3164 \u2800\u0301 ',
};

test.each(Object.entries(invisible))('%s: nothing can be seen', (_, text) => {
  expect(isVisible(text)).toBe(false);
  expect(oneLine(text)).toBe('');
});

test.each([
  'Rahim Uddin',
  'মোঃ রহিম উদ্দিন',
  'রক্\u200dতদান র\u200d্যাব',
  'می\u200cخواهم نیک\u200cپی',
  'שָׁלוֹם',
  'ශ්\u200dරී ලංකා',
  '김철수 한글',
  '山田\u{e0100}太郎',
  '⠓⠑⠇⠇⠕',
  '👩🏽\u200d⚕\ufe0f 👨\u200d👩\u200d👧\u200d👦',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  '\u200bRahim\u3164',
  // A later version of Unicode, and signs that a font of its own draws: boxes where they are not known.
  '\u{10d50}\u{1fadf}',
  '\ue000\u{f0000}',
  '०१२३',
  '....',
])('%s can be seen', (text) => {
  expect(isVisible(text)).toBe(true);
  expect(oneLine(text)).not.toBe('');
});

test('[APF-01] name and center of an appointment are required to be seen', () => {
  const { name, center } = AppointmentFields.shape;
  for (const text of [...Object.values(invisible), '\u200b'])
    for (const field of [name, center])
      expect(field.safeParse(text).error?.issues[0]?.message).toBe('This Field Is Required');
  expect(name.parse(' রহিম\u200d উদ্দিন ')).toBe('রহিম\u200d উদ্দিন');
});

test('the cost grows with the length alone', async () => {
  for (const unit of ['\u200b', '\u3164', '\u0301', ' '])
    expect(await superlinearGrowth((size) => isVisible(unit.repeat(size)), 1_000_000)).toBeUndefined();
});
