import { expect, test } from 'vitest';
import { createTestStorage } from '#web/auth/testing/test-storage.ts';
import { keepUnsent, readUnsent, unsentKey } from './unsent-draft.ts';

test('offers a draft only to the person who has typed it', () => {
  const storage = createTestStorage(new Map());
  const unsent = { id: 'a', revision: 3, draft: { title: { en: 'Bus' } } };
  keepUnsent(unsentKey('u1', 'campaign', 'a'), unsent, storage);
  expect(readUnsent(unsentKey('u1', 'campaign', 'a'), storage)).toEqual(unsent);
  expect(readUnsent(unsentKey('u2', 'campaign', 'a'), storage)).toBeUndefined();
  keepUnsent(unsentKey('u1', 'campaign', 'a'), undefined, storage);
  expect(readUnsent(unsentKey('u1', 'campaign', 'a'), storage)).toBeUndefined();
});

test.each(['', '{', '[]', '{"draft":"x"}'])('ignores an unreadable entry: %s', (entry) => {
  expect(readUnsent('key', createTestStorage(new Map([['key', entry]])))).toBeUndefined();
});
