import { expect, test } from 'vitest';
import { VisibleName } from './credentials.ts';

test('[LGN-06] rejects a name of invisible characters', () => {
  const messages = (name: string) => VisibleName.safeParse(name).error?.issues.map(({ message }) => message);
  for (const name of ['', '   ', '\u3164\u3164\u3164\u3164', '\u200b', '\u2800\u0301'])
    expect(messages(name)).toEqual(['Name Is required']);
  for (const name of ['র\u200d্যাব', 'Rahim\u200b']) expect(messages(name)).toBeUndefined();
});
