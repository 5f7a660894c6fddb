import { afterEach, expect, test, vi } from 'vitest';
import { sessionPersistence } from './persistence.ts';

function storage(changes: Partial<Storage> = {}) {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    ...changes,
  };
}
const blocked = () => {
  throw new DOMException('Refused', 'SecurityError');
};
const stub = (localStorage: object | null, sessionStorage: object | null) =>
  vi.stubGlobal('window', { localStorage, sessionStorage });

afterEach(() => vi.unstubAllGlobals());

test('stores the user in session storage if local storage is full, and removes the previous user', () => {
  const local = storage();
  stub(local, storage());
  sessionPersistence.storeUid('before');
  local.setItem = blocked;
  sessionPersistence.storeUid('now');
  expect(sessionPersistence.uid()).toBe('now');
  sessionPersistence.clear({ withDraft: false });
  expect(sessionPersistence.uid()).toBeNull();
});

test('keeps the stored user if both storages are full', () => {
  const [local, session] = [storage(), storage()];
  stub(local, session);
  sessionPersistence.storeUid('somebody');
  local.setItem = session.setItem = blocked;
  sessionPersistence.storeUid('somebody');
  expect(sessionPersistence.uid()).toBe('somebody');
});

test('removes the half-filled form when the user signs out, and keeps it when the session ends by itself', () => {
  const session = storage();
  stub(storage(), session);
  session.setItem('appointmentDraft', '{}');
  sessionPersistence.clear({ withDraft: false });
  expect(session.getItem('appointmentDraft')).toBe('{}');
  sessionPersistence.clear({ withDraft: true });
  expect(session.getItem('appointmentDraft')).toBeNull();
});

test.each([
  ['throw on every call', storage({ getItem: blocked, setItem: blocked, removeItem: blocked })],
  ['are missing', null],
])('stores nothing and throws nothing if storages %s', (_, broken) => {
  stub(broken, broken);
  sessionPersistence.storeUid('somebody');
  sessionPersistence.setSigningOut(true);
  expect([sessionPersistence.uid(), sessionPersistence.isSigningOut()]).toEqual([null, false]);
});
