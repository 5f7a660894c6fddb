import { expect, test } from 'vitest';
import { readTitle } from './title.ts';

test.each([
  ['  Donors at the\ttent\r\n', 'Donors at the tent'],
  ['a\u0000\u001b[2J\u2028b', 'a [2J b'],
  ['\u202egnp.exe', 'gnp.exe'],
  ['\u2066left\u2069 right', 'left right'],
  ['রক্\u200dতদান', 'রক্\u200dতদান'],
  ['נתינת \u200fדם', 'נתינת \u200fדם'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('a title is one line of plain text: %j', (sent, title) => expect(readTitle(sent)).toBe(title));

test.each([undefined, '', ' \n\t ', '\u202e', '\u200b \u2060', '\u3164\u2800', '\u0301'])(
  '%j is no title: a photo has one all the same',
  (sent) => expect(readTitle(sent)).toBe('A photo from our community'),
);
