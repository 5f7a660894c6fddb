import { afterEach, expect, test, vi } from 'vitest';
import { sessionPersistence } from './persistence.ts';
import { createTestStorage } from './testing/test-storage.ts';
import { saveUserData } from './user-storage.ts';

const storage = (changes?: Partial<Storage>) => createTestStorage(new Map(), changes);
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
  sessionPersistence.clear({ isSignedOutByUser: true });
  expect(sessionPersistence.uid()).toBeNull();
});

test('notifies other tabs how the session ended: it expired, or by a sign-out', () => {
  stub(storage(), storage());
  sessionPersistence.clear({ isSignedOutByUser: false });
  expect(sessionPersistence.uid()).toBe('');
  sessionPersistence.clear({ isSignedOutByUser: true });
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

test('removes unsent requests when the user signs out, and keeps them when the session expires', () => {
  const [local, session] = [storage(), storage()];
  stub(local, session);
  const unsent = [
    [session, 'appointmentDraft'],
    [local, 'bloodBuddiesUnsent'],
  ] as const;
  const values = () => unsent.map(([where, key]) => where.getItem(key));
  for (const [where, key] of unsent) where.setItem(key, '{}');
  sessionPersistence.clear({ isSignedOutByUser: false });
  expect(values()).toEqual(['{}', '{}']);
  sessionPersistence.clear({ isSignedOutByUser: true });
  expect(values()).toEqual([null, null]);
});

test('after a session that expired, unsent requests wait for their user, and no other user finds them', () => {
  const key = 'bloodBuddiesUnsent';
  const local = storage();
  stub(local, storage());
  sessionPersistence.storeUid('rahima');
  saveUserData(key, 'rahima', ['a request']);
  const signInAgain = (uid: string) => {
    sessionPersistence.clear({ isSignedOutByUser: false });
    sessionPersistence.storeUid(uid);
    return local.getItem(key);
  };
  expect(signInAgain('rahima')).toContain('a request');
  expect(signInAgain('rahim')).toBeNull();
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
