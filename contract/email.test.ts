import { expect, test } from 'vitest';
import { superlinearGrowth } from '#platform/testing/growth.ts';
import { emailShape } from './email.ts';

test('an email is text, at sign, text, dot, text', () => {
  const accepted = ['a@b.c', 'rahim.uddin@mail.example.org', 'a@.b.c', 'a@b..c', 'a@...', '"@b.c', 'a@b.c.'];
  const refused = ['', 'a', '@b.c', 'a@b', 'a@.c', 'a@b.', 'a@@b.c', 'a@b.c@d', 'a b@c.d', 'a@b. c', 'a@..'];
  expect(accepted.filter((text) => !emailShape.test(text))).toEqual([]);
  expect(refused.filter((text) => emailShape.test(text))).toEqual([]);
  // As the specification's shape has it, for every short text of these characters.
  const shape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
  const signs = ['a', '@', '.', ' '];
  let texts = [''];
  for (let length = 0; length < 6; length += 1) {
    texts = texts.flatMap((text) => [text, ...signs.map((sign) => text + sign)]);
  }
  expect(texts.filter((text) => emailShape.test(text) !== shape.test(text))).toEqual([]);
});

test('its pattern takes linear time', async () => {
  for (const sign of ['.', 'a', 'a.', '@'])
    expect(
      await superlinearGrowth((size) => emailShape.test(`a@${sign.repeat(size)}@`), 60_000),
    ).toBeUndefined();
});
