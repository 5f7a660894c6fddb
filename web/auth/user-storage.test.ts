import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { sessionPersistence } from './persistence.ts';
import { clearUserStorage, load, save } from './user-storage.ts';

const key = 'bloodBuddiesAppointments';
const List = z.array(z.string());
const day = 86_400_000;
const held = new Map<string, string>();

beforeEach(() => {
  held.clear();
  const localStorage = {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
  };
  vi.stubGlobal('window', { localStorage, sessionStorage: null });
  sessionPersistence.remember('rahima');
});
afterEach(() => vi.unstubAllGlobals());

test('what was kept of a person is theirs alone, and of its time', () => {
  save(key, 'rahima', ['Dhaka'], 5);
  expect(load(key, 'rahima', List, 6)).toEqual({ value: ['Dhaka'], at: 5 });
  expect(load(key, 'nasrin', List, 6)).toBeUndefined();
  expect(load(key, undefined, List, 6)).toBeUndefined();
});

test.each<[string, () => void]>([
  ['sign out', () => sessionPersistence.forget()],
  ['are followed by another', () => sessionPersistence.remember('nasrin')],
  ['forget it', () => clearUserStorage(key)],
])('nothing of it is left when they %s', (_, act) => {
  save(key, 'rahima', ['Dhaka']);
  act();
  expect([...held.values()].join()).not.toContain('Dhaka');
});

test('it stays when the same person is looked up again', () => {
  save(key, 'rahima', ['Dhaka']);
  sessionPersistence.remember('rahima');
  expect(load(key, 'rahima', List)?.value).toEqual(['Dhaka']);
});

test('an answer that comes after its person has left is not kept', () => {
  sessionPersistence.forget();
  save(key, 'rahima', ['Dhaka']);
  expect(held.size).toBe(0);
});

test('after a month, or a clock that jumped by as much, it goes', () => {
  for (const now of [31 * day, -31 * day]) {
    save(key, 'rahima', ['Dhaka'], 0);
    expect(load(key, 'rahima', List, now)).toBeUndefined();
    expect(held.has(key)).toBe(false);
  }
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"uid":"rahima","at":1,"value":[2]}',
  '{"uid":"rahima","value":["Dhaka"]}',
])('another version of the site may have kept something else: %s', (text) => {
  held.set(key, text);
  expect(load(key, 'rahima', List, 2)).toBeUndefined();
});
