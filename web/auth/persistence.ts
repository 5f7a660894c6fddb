import type { IdentityUser } from './identity.ts';

/**
 * Session data in browser storage, so that the identity SDK loads only for a signed-in user. Contains no
 * secrets.
 */
export type SessionPersistence = {
  /**
   * Id of the user who is signed in here. It is '' after a session has expired, and null after a sign-out.
   */
  uid(): string | null;
  storeUid(uid: string): void;
  /**
   * Removes the user's data. After a sign-out, also removes this tab's form draft and the requests that wait
   * for a connection.
   */
  clear(options: { isSignedOutByUser: boolean }): void;
  /** Removes this tab's form draft after a sign-out in another tab. */
  removeDraft(): void;
  /** True while a sign-out still has to reach the identity provider. */
  isSigningOut(): boolean;
  setSigningOut(isSigningOut: boolean): void;
  broadcastUser(user: IdentityUser): void;
};

/** Storage key of the user's id. A change notifies other tabs of a sign-in or sign-out. */
export const userKey = 'bloodBuddiesUser';
/** Storage key that sends a changed user to other tabs; its value is removed immediately. */
export const profileChangeKey = 'bloodBuddiesUserChanged';
const signingOutKey = 'bloodBuddiesSigningOut';

/** Key of the half-filled form in this tab's session storage (appointments/form/draft.ts). */
export const draftKey = 'appointmentDraft';

/** Key of the requests that wait for a connection (pwa/offline-queue.ts). */
export const unsentKey = 'bloodBuddiesUnsent';

/** Keys of the user data that is stored for offline use (user-storage.ts) and removed with the user's id. */
const otherKeys = ['bloodBuddiesAppointments', 'bloodBuddiesStaff'] as const;

export type UserStorageKey = typeof unsentKey | (typeof otherKeys)[number];

export const sessionPersistence: SessionPersistence = {
  uid: () => readItem(userKey),
  storeUid(uid) {
    if (readItem(userKey) === uid) return;
    clearUserData();
    // A substring match is enough: user-storage.ts compares the whole id before it shows the requests.
    if (!readItem(unsentKey)?.includes(`"${uid}"`)) writeItem(unsentKey, null);
    writeItem(userKey, uid);
  },
  clear({ isSignedOutByUser }) {
    clearUserData();
    if (isSignedOutByUser) for (const key of [draftKey, unsentKey]) writeItem(key, null);
    writeItem(userKey, isSignedOutByUser ? null : '');
  },
  removeDraft: () => writeItem(draftKey, null),
  isSigningOut: () => readItem(signingOutKey) !== null,
  broadcastUser(user) {
    writeItem(profileChangeKey, JSON.stringify(user));
    writeItem(profileChangeKey, null);
  },
  setSigningOut: (isSigningOut) => writeItem(signingOutKey, isSigningOut ? 'yes' : null),
};

/**
 * Name of the IndexedDB database with donor data that staff have seen, encrypted
 * (check-in/device/device-storage.ts).
 */
export const checkInDatabaseName = 'bloodBuddiesStaff';

export const deleteCheckInLists = (): void =>
  void attempt(() => indexedDB.deleteDatabase(checkInDatabaseName));

const clearUserData = () => {
  for (const key of otherKeys) writeItem(key, null);
  deleteCheckInLists();
};

// The storages, in the order in which the SDK prefers them for its own session.
function storages(): Storage[] {
  return (['localStorage', 'sessionStorage'] as const).flatMap((name) => {
    try {
      return window[name] ? [window[name]] : [];
    } catch {
      return [];
    }
  });
}

/** Returns a value stored in this browser, or `null`. */
export function readItem(key: string): string | null {
  for (const storage of storages()) {
    const value = attempt(() => storage.getItem(key));
    if (typeof value === 'string') return value;
  }
  return null;
}

/** Stores a value in this browser. `null` removes it. */
export function writeItem(key: string, value: string | null): void {
  for (const storage of storages()) {
    if (value !== null && attempt(() => storage.setItem(key, value)) !== failed) return;
    // Remove the old value: it would take precedence over the new one in the next storage.
    attempt(() => storage.removeItem(key));
  }
}

const failed = Symbol('failed');

/** Returns `failed` on an error: storage can be full, or blocked only when it is used. */
function attempt<T>(action: () => T): T | typeof failed {
  try {
    return action();
  } catch {
    return failed;
  }
}
