import { afterEach, expect, test, vi } from 'vitest';
import { memory } from './persistence.ts';

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
  memory.remember('before');
  local.setItem = refuse;
  memory.remember('now');
  expect(memory.uid()).toBe('now');
  memory.forget();
  expect(memory.uid()).toBeNull();
});

test.each([
  ['throw at each use', storage({ getItem: refuse, setItem: refuse, removeItem: refuse })],
  ['are not there', null],
])('stores that %s remember nobody and stop nobody', (_, broken) => {
  stub(broken, broken);
  memory.remember('somebody');
  memory.setLeaving(true);
  expect([memory.uid(), memory.leaving()]).toEqual([null, false]);
});
