import * as z from 'zod/mini';
import { readItem, sessionPersistence, type UserStorageKey, writeItem } from './persistence.ts';

const RETENTION_MS = 30 * 86_400_000;

/** `at`: time of storage, in ms since 1970. */
const StoredItem = z.object({ uid: z.string(), at: z.number(), value: z.unknown() });

/**
 * Stores a user's data on this device for offline use. It is removed when the user signs out, when another
 * user signs in (persistence.ts), or when the site is opened after 30 days. Does nothing if storage is full
 * or blocked.
 */
export function saveUserData(key: UserStorageKey, uid: string, value: unknown, at = Date.now()): void {
  // Store nothing if the response arrives after its user has signed out. If the session has only expired,
  // data that is still stored may be updated.
  if (sessionPersistence.uid() === uid || loadUserData(key, uid, z.unknown()))
    writeItem(key, JSON.stringify({ uid, at, value }));
}

export const clearUserStorage = (key: UserStorageKey): void => writeItem(key, null);

/**
 * Returns the user's stored data. Returns `undefined` if the data is another user's, too old, or does not
 * match the schema, and deletes it in the last two cases.
 */
export function loadUserData<T extends z.ZodMiniType>(
  key: UserStorageKey,
  uid: string | undefined,
  schema: T,
  now = Date.now(),
): { value: z.infer<T>; at: number } | undefined {
  const stored = z.safeParse(StoredItem, read(key));
  if (!stored.success) return undefined;
  const { at } = stored.data;
  const isOld = Math.abs(now - at) >= RETENTION_MS;
  if (!isOld && stored.data.uid !== uid) return undefined;
  const value = z.safeParse(schema, stored.data.value);
  if (!isOld && value.success) return { value: value.data, at };
  clearUserStorage(key);
  return undefined;
}

function read(key: UserStorageKey): unknown {
  try {
    return JSON.parse(readItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}
