import {
  browserLocalPersistence,
  browserSessionPersistence,
  indexedDBLocalPersistence,
  type Persistence,
} from '@firebase/auth';
import { t } from '@lingui/core/macro';
import { readItem, sessionPersistence } from './persistence.ts';

const TIMEOUT_MS = 3000;

/**
 * Returns where the identity SDK stores its session, in order of preference: IndexedDB, local storage,
 * session storage. A session that is in local storage stays there. Reading IndexedDB can hang in WebKit, so
 * WebKit uses IndexedDB only for a session that an earlier version stored there, which the SDK then moves to
 * local storage (0113).
 * @param apiKey the identity provider's API key, part of the SDK's storage key
 * @param mustFindSession whether to reject if IndexedDB does not respond although it may hold the stored
 * user's session
 * @throws Error if that session cannot be read now
 */
export async function listSessionStores(
  apiKey: string,
  { mustFindSession }: { mustFindSession: boolean },
): Promise<Persistence[]> {
  const withoutIndexedDb = [browserLocalPersistence, browserSessionPersistence];
  if (readItem(`firebase:authUser:${apiKey}:[DEFAULT]`) !== null) return withoutIndexedDb;
  const hasUser = Boolean(sessionPersistence.uid());
  if (isWebKit())
    return hasUser
      ? [browserLocalPersistence, indexedDBLocalPersistence, browserSessionPersistence]
      : withoutIndexedDb;
  if (await isIndexedDbUsable()) return [indexedDBLocalPersistence, ...withoutIndexedDb];
  if (hasUser && mustFindSession)
    throw new Error(t`Signing you in is taking longer than usual. Wait a moment and try again.`);
  return withoutIndexedDb;
}

/**
 * Whether the browser uses WebKit, as all browsers on iOS do. None of these names Chrome in its user agent.
 */
const isWebKit = (): boolean =>
  navigator.userAgent.includes('AppleWebKit') && !navigator.userAgent.includes('Chrome');

function isIndexedDbUsable(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), TIMEOUT_MS);
    try {
      const request = indexedDB.open('bloodBuddiesProbe');
      request.onerror = () => resolve(false);
      request.onsuccess = () => {
        request.result.close();
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });
}
