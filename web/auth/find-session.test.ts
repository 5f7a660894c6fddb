import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findSession } from './find-session.ts';
import { sessionPersistence } from './persistence.ts';
import { createTestBrowser, rahim } from './testing/test-browser.ts';
import { stubLocalStorage } from './testing/test-storage.ts';

/** A request of IndexedDB that succeeds with this result. */
const succeed = (result: unknown) => {
  const request = { result, onsuccess: () => {} };
  queueMicrotask(() => request.onsuccess());
  return request;
};

const stubIdentityDatabase = (values: unknown[]) =>
  vi.stubGlobal('indexedDB', {
    databases: async () => [{ name: 'firebaseLocalStorageDb' }],
    open: () =>
      succeed({
        transaction: () => ({ objectStore: () => ({ getAll: () => succeed(values) }) }),
        close: () => {},
      }),
    deleteDatabase: () => {},
  });

const changedKeys: (string | null)[] = [];

beforeEach(() => {
  stubLocalStorage();
  stubIdentityDatabase([{ fbase_key: 'firebase:authUser:key', value: { uid: 'u1' } }]);
  vi.stubGlobal(
    'StorageEvent',
    class extends Event {
      constructor(type: string, init: StorageEventInit) {
        super(type);
        changedKeys.push(init.key ?? null);
      }
    },
  );
  vi.stubGlobal('dispatchEvent', () => true);
  changedKeys.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

test('finds a session after local storage was cleared, and reports it like a sign-in in another tab', async () => {
  await findSession();
  expect(sessionPersistence.uid()).toBe('u1');
  expect(changedKeys).toEqual(['bloodBuddiesUser']);
});

test('does not take a sign-in that is still in progress for a session', async () => {
  const page = createTestBrowser();
  page.store.start();
  page.onExchange(() => findSession());
  await page.signInAs(rahim);
  expect(sessionPersistence.uid()).toBeNull();
  expect(changedKeys).toEqual([]);
});
