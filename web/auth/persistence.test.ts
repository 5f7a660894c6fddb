import { afterEach, expect, test, vi } from 'vitest';
import { sessionPersistence } from './persistence.ts';

function storage(changes: Partial<Storage> = {}) {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    ...changes,
  };
}
const refuse = () => {
  throw new DOMException('Refused', 'SecurityError');
};
const stub = (localStorage: object | null, sessionStorage: object | null) =>
  vi.stubGlobal('window', { localStorage, sessionStorage });

afterEach(() => vi.unstubAllGlobals());

test('where local storage is full, who is signed in now stands in session storage, and nobody before them', () => {
  const local = storage();
  stub(local, storage());
  sessionPersistence.remember('before');
  local.setItem = refuse;
  sessionPersistence.remember('now');
  expect(sessionPersistence.uid()).toBe('now');
  sessionPersistence.forget();
  expect(sessionPersistence.uid()).toBeNull();
});

test.each([
  ['throw at each use', storage({ getItem: refuse, setItem: refuse, removeItem: refuse })],
  ['are not there', null],
])('stores that %s remember nobody and stop nobody', (_, broken) => {
  stub(broken, broken);
  sessionPersistence.remember('somebody');
  sessionPersistence.setLeaving(true);
  expect([sessionPersistence.uid(), sessionPersistence.leaving()]).toEqual([null, false]);
});
