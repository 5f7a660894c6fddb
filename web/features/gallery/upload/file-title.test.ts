import { expect, test } from 'vitest';
import { titleOf } from './queue/words.ts';

test.each([
  ['blood_camp-2026.jpg', 'blood camp 2026'],
  ['Our  volunteers.final.PNG', 'Our volunteers.final'],
  ['রক্তদান শিবির.webp', 'রক্তদান শিবির'],
  ['IMG_20261121_101500.jpg', 'A photo from our community'],
  ['DSC-0042.JPG', 'A photo from our community'],
  ['.jpg', 'A photo from our community'],
  ['', 'A photo from our community'],
])('%j becomes %j', (name, title) => {
  expect(titleOf(name)).toBe(title);
});

test('a title fits into 200 characters and cuts no character in two', () => {
  const title = titleOf(`${'x'.repeat(199)}🩸🩸.png`);
  expect(title).toBe('x'.repeat(199));
});
