import { signInLock, unlessLocked } from './locks.ts';
import { sessionPersistence, userKey } from './persistence.ts';

/**
 * The IndexedDB database in which the identity SDK stores its user, in the version that package.json pins.
 */
const database = 'firebaseLocalStorageDb';
const table = 'firebaseLocalStorage';
const keyPrefix = 'firebase:authUser:';

type StoredValue = { fbase_key: string; value: { uid?: string } | null };

/**
 * Restores a session that is only in IndexedDB because local storage was cleared. Otherwise the page would
 * show 'Login' to a user who has a session (0113). Ignores a sign-in in progress: the SDK stores its user
 * before the page has an access token.
 */
export const findSession = (): Promise<void> => unlessLocked(signInLock, restoreStoredUid);

async function restoreStoredUid(): Promise<void> {
  const isUnknown = () => sessionPersistence.uid() === null && !sessionPersistence.isSigningOut();
  const uid = isUnknown() && (await readStoredUid());
  if (!uid || !isUnknown()) return;
  sessionPersistence.storeUid(uid);
  // If storage is blocked, the id was not stored. Ignore the found session, because this page may have signed
  // in.
  if (sessionPersistence.uid() !== uid) return;
  // Handle the session like a sign-in in another tab.
  dispatchEvent(new StorageEvent('storage', { key: userKey, newValue: uid }));
}

/**
 * Returns the id of the SDK's user, if any. Does not open a missing database, because opening would create
 * it.
 */
async function readStoredUid(): Promise<string | undefined> {
  const databases = await indexedDB.databases?.();
  if (!databases?.some(({ name }) => name === database)) return undefined;
  const opened = await resultOf(indexedDB.open(database));
  try {
    const values: StoredValue[] = await resultOf(opened.transaction(table).objectStore(table).getAll());
    return values.find(({ fbase_key: key }) => key.startsWith(keyPrefix))?.value?.uid;
  } finally {
    opened.close();
  }
}

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
