import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { sessionPersistence } from './persistence.ts';
import { stubLocalStorage } from './testing/test-storage.ts';
import { clearUserStorage, loadUserData, saveUserData } from './user-storage.ts';

const key = 'bloodBuddiesAppointments';
const List = z.array(z.string());
const day = 86_400_000;
const items = new Map<string, string>();

beforeEach(() => {
  items.clear();
  stubLocalStorage(items);
  sessionPersistence.storeUid('rahima');
});
afterEach(() => vi.unstubAllGlobals());

test('returns stored data with its time to its user only', () => {
  saveUserData(key, 'rahima', ['Dhaka'], 5);
  expect(loadUserData(key, 'rahima', List, 6)).toEqual({ value: ['Dhaka'], at: 5 });
  expect(loadUserData(key, 'nasrin', List, 6)).toBeUndefined();
  expect(loadUserData(key, undefined, List, 6)).toBeUndefined();
});

test.each<[string, () => void]>([
  ['sign out', () => sessionPersistence.clear({ isSignedOutByUser: true })],
  ['are replaced by another user', () => sessionPersistence.storeUid('nasrin')],
  ['clear it', () => clearUserStorage(key)],
])('removes the data when they %s', (_, action) => {
  saveUserData(key, 'rahima', ['Dhaka']);
  action();
  expect([...items.values()].join()).not.toContain('Dhaka');
});

test('keeps the data when the same user is stored again', () => {
  saveUserData(key, 'rahima', ['Dhaka']);
  sessionPersistence.storeUid('rahima');
  expect(loadUserData(key, 'rahima', List)?.value).toEqual(['Dhaka']);
});

test('stores nothing after the user has signed out', () => {
  sessionPersistence.clear({ isSignedOutByUser: true });
  saveUserData(key, 'rahima', ['Dhaka']);
  expect(items.size).toBe(0);
});

test.each(['rahima', 'nasrin', undefined])(
  'removes the data after 30 days, or if the clock jumps by more, when %s opens the site',
  (uid) => {
    for (const now of [31 * day, -31 * day]) {
      saveUserData(key, 'rahima', ['Dhaka'], 0);
      expect(loadUserData(key, uid, List, now)).toBeUndefined();
      expect(items.has(key)).toBe(false);
    }
  },
);

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"uid":"rahima","at":1,"value":[2]}',
  '{"uid":"rahima","value":["Dhaka"]}',
])('ignores data of another format: %s', (text) => {
  items.set(key, text);
  expect(loadUserData(key, 'rahima', List, 2)).toBeUndefined();
});
