import { expect, test } from 'vitest';
import { publicText } from './public-text.ts';

test.each([
  [' Kind people.\n\nGood tea. ', 'Kind people. Good tea.'],
  ['a\u0000\u001b[2J\u202eb', 'a [2Jb'],
  ['Write to rahima@example.org, please', 'Write to ***@***, please'],
  ['<rahima.k+blood@mail.example.org>', '<***@***>'],
  ['রক্\u200dতদান 🩸', 'রক্\u200dতদান 🩸'],
  ['Meet @ the tent', 'Meet @ the tent'],
  ['\u200b \u202e', ''],
])('everybody may read %j as %j', (written, read) => expect(publicText(written)).toBe(read));
