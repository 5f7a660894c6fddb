import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { superlinearGrowth } from '#platform/testing/growth.ts';
import { DateText } from './appointments.ts';
import { atLeast, atMost } from './lengths.ts';
import { registerUser } from './users.ts';

test('a failed length check ends the validation: nothing behind it sees the text', () => {
  const seen: string[] = [];
  const schema = z.string().check(
    atLeast(2, 'short'),
    atMost(4, 'long'),
    z.refine((text) => seen.push(text) > 0),
  );
  const messages = (text: string) => z.safeParse(schema, text).error?.issues.map(({ message }) => message);
  expect(['a', 'abcde', 'abc'].map(messages)).toEqual([['short'], ['long'], undefined]);
  expect(seen).toEqual(['abc']);
});

test('an email of 65,400 dots costs no more than its length, as does a date', async () => {
  const email = (size: number) =>
    z.safeParse(registerUser.body as z.ZodMiniType, { email: `a@${'.'.repeat(size)}@` });
  expect(email(65_400).error?.issues).toHaveLength(1);
  expect(await superlinearGrowth(email, 65_400)).toBeUndefined();
  const date = (size: number) => z.safeParse(DateText, `November ${'1'.repeat(size)}`);
  expect(date(65_400).success).toBe(false);
  expect(await superlinearGrowth(date, 65_400)).toBeUndefined();
});
