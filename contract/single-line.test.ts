import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { superlinearGrowth } from '#platform/testing/growth.ts';
import { AppointmentFields, DayFromText } from './appointments.ts';
import { CenterFields } from './center-administration.ts';
import { isEmailAddress } from './email-address.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { toPublicName } from './public-name.ts';
import { EMAIL_PATTERN, isVisible, toSingleLine } from './single-line.ts';
import { WalkInDetails } from './staff-check-in.ts';
import { registerUser } from './users.ts';

const invisible = {
  spaces: ' \u00a0\u2003\u3000',
  'zero width spaces': '\u200b\u200b\u200b\u200b',
  'only joiners': '\u200c\u200d\u2060\ufeff',
  'HANGUL FILLER': '\u3164\u3164\u3164\u3164',
  'halfwidth and conjoining fillers': '\uffa0\u115f\u1160\uffa0',
  'BRAILLE PATTERN BLANK': '\u2800\u2800\u2800\u2800',
  'MUSICAL SYMBOL NULL NOTEHEAD': '\u{1d159}\u{1d159}',
  'soft hyphens': '\u00ad\u00ad\u00ad\u00ad',
  'bidirectional controls': '\u200e\u200f\u061c\u202e',
  'tags and variation selectors': '\u{e0041}\u{e0042}\ufe0f\u{e0101}',
  'default-ignorable code points that are unassigned': '\u2065\ufff0\u{e0fff}\u{e0080}',
  'invisible Khmer and Mongolian characters': '\u17b4\u17b5\u180e\u180b',
  'only marks': '\u0301\u0301\u034f\u09be',
  'a mixture': ' \u200b\u3164 \u2800\u0301 ',
};

test('every form rejects a name with invisible characters', () => {
  const fields = [AppointmentFields.shape.name, AppointmentFields.shape.center, WalkInDetails.shape.name];
  fields.push(CenterFields.shape.name, CenterFields.shape.address);
  for (const field of fields) {
    const issues = z.safeParse(field, 'Apia\u200b Hall').error?.issues;
    expect(issues?.map(({ message }) => message)).toEqual([
      'Remove invisible characters, or type this again',
    ]);
    expect(z.parse(field, 'মোঃ র\u200d্যাব')).toBe('মোঃ র\u200d্যাব');
  }
});

test.each(Object.entries(invisible))('treats %s as invisible', (_, text) => {
  expect(isVisible(text)).toBe(false);
  expect(toSingleLine(text)).toBe('');
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
  // Characters of a later Unicode version and private-use characters. A font without them shows boxes.
  '\u{10d50}\u{1fadf}',
  '\ue000\u{f0000}',
  '०१२३',
  '....',
])('treats %s as visible', (text) => {
  expect(isVisible(text)).toBe(true);
  expect(toSingleLine(text)).not.toBe('');
});

test('[APF-01] rejects an invisible name or center of an appointment', () => {
  const { name, center } = AppointmentFields.shape;
  for (const text of [...Object.values(invisible), '\u200b'])
    for (const field of [name, center])
      expect(field.safeParse(text).error?.issues[0]?.message).toBe('This Field Is Required');
  expect(name.parse(' রহিম র\u200d্যাব ')).toBe('রহিম র\u200d্যাব');
});

test('isVisible takes linear time', async () => {
  for (const unit of ['\u200b', '\u3164', '\u0301', ' '])
    expect(await superlinearGrowth((size) => isVisible(unit.repeat(size)), 1_000_000)).toBeUndefined();
});

test('accepts an email of the form text, at sign, text, dot, text', () => {
  const accepted = ['a@b.c', 'rahim.uddin@mail.example.org', 'a@.b.c', 'a@b..c', 'a@...', '"@b.c', 'a@b.c.'];
  const rejected = ['', 'a', '@b.c', 'a@b', 'a@.c', 'a@b.', 'a@@b.c', 'a@b.c@d', 'a b@c.d', 'a@b. c', 'a@..'];
  expect(accepted.filter((text) => !EMAIL_PATTERN.test(text))).toEqual([]);
  expect(rejected.filter((text) => EMAIL_PATTERN.test(text))).toEqual([]);
  // Compare with the specification's pattern for every short text of these characters.
  const shape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
  const characters = ['a', '@', '.', ' '];
  let texts = [''];
  for (let length = 0; length < 6; length += 1) {
    texts = texts.flatMap((text) => [text, ...characters.map((character) => text + character)]);
  }
  expect(texts.filter((text) => EMAIL_PATTERN.test(text) !== shape.test(text))).toEqual([]);
});

test('an address that staff enter is one address, without invisible characters', () => {
  const accepted = ['a@b.c', "o'neil+blood@mail.example.org", 'রহিম@উদাহরণ.বাংলা', 'a..b@b.c'];
  const rejected = ['Foo<foo@x.yz>', 'a,b@x.yz', 'a;b@x.yz', '(c)a@x.yz', 'a:b;@x.yz', '"a"@x.yz', 'x@y..z'];
  rejected.push(
    'x@.y.z',
    'x@y.z.',
    'x\u0001@x.yz',
    'x\u202e@x.yz',
    'x\u200b@x.yz',
    'x@x.y\u2066z',
    'a\u200db@b.c',
    'x@x.y\u00ad',
    'x\ufffd@x.yz',
  );
  expect(accepted.filter((text) => !isEmailAddress(text))).toEqual([]);
  expect(rejected.filter((text) => isEmailAddress(text))).toEqual([]);
});

test('checking an address takes linear time', async () => {
  for (const character of ['.', 'a', 'a.', '@'])
    expect(
      await superlinearGrowth((size) => isEmailAddress(`a@${character.repeat(size)}@`), 60_000),
    ).toBeUndefined();
});

test('stops validation after a failed length check', () => {
  const seen: string[] = [];
  const schema = z.string().check(
    minLengthCheck(2, 'short'),
    maxLengthCheck(4, 'long'),
    z.refine((text) => seen.push(text) > 0),
  );
  const messages = (text: string) => z.safeParse(schema, text).error?.issues.map(({ message }) => message);
  expect(['a', 'abcde', 'abc'].map(messages)).toEqual([['short'], ['long'], undefined]);
  expect(seen).toEqual(['abc']);
});

test('rejects an email of 65,400 dots, and a long date, in linear time', async () => {
  const email = (size: number) =>
    z.safeParse(registerUser.body as z.ZodMiniType, { email: `a@${'.'.repeat(size)}@` });
  expect(email(65_400).error?.issues).toHaveLength(1);
  expect(await superlinearGrowth(email, 65_400)).toBeUndefined();
  const date = (size: number) => z.safeParse(DayFromText, `November ${'1'.repeat(size)}`);
  expect(date(65_400).success).toBe(false);
  expect(await superlinearGrowth(date, 65_400)).toBeUndefined();
});

test.each([
  ['Rahima Khatun', 'Rahima'],
  ['  Rahima \n Khatun ', 'Rahima'],
  ['Md. Rahim Uddin', 'Rahim'],
  ['MD Rahim Uddin', 'Rahim'],
  ['Dr. Mst. Fatema Begum', 'Fatema'],
  ['A. K. M. Fazlul Haque', 'Fazlul'],
  ['মোঃ রহিম উদ্দিন', 'রহিম'],
  ['Rahima', 'Rahima'],
  ['Md.', 'Md.'],
  ['\u202eamihaR Khatun', 'amihaR'],
  ['\u200b Rahima Khatun', 'Rahima'],
  ['\u3164 \u2800', 'A donor'],
  ['rahima@example.org', 'A donor'],
  ['\u200b\u200b\u200b\u200b', 'A donor'],
])('the first name of %j is %j', (name, first) => expect(toPublicName(name, 'first')).toBe(first));

test('publishes the full name in one line or no name, and never an email address', () => {
  expect(toPublicName(' Rahima\tKhatun\u202e ', 'full')).toBe('Rahima Khatun');
  expect(toPublicName('Rahima Khatun', 'none')).toBe('A donor');
  expect(toPublicName('Rahima (rahima@example.org)', 'full')).toBe('A donor');
});
