import { expect, test } from 'vitest';
import { Name } from './name.ts';

test('a name has no invisible characters that its script does not need', () => {
  const messages = (name: string) => Name.safeParse(name).error?.issues.map(({ message }) => message);
  expect(messages('র\u200d্যাব')).toBeUndefined();
  expect(messages('Rahim\u200b')).toEqual(['Remove invisible characters, or type this again']);
});
