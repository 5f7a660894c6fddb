import type { IdentityUser } from './identity.ts';

/** What this browser remembers of its session, so that nobody loads the identity SDK without need. No secret. */
export type SessionPersistence = {
  /** The user id of who is signed in here, if anybody. */
  uid(): string | null;
  remember(uid: string): void;
  forget(): void;
  /** True while a sign-out still has to reach the identity provider. */
  leaving(): boolean;
  setLeaving(leaving: boolean): void;
  /** Tells other tabs how the person is known from now on. */
  tellChange(user: IdentityUser): void;
};

/** Another tab signs in or out by changing this key. */
export const userKey = 'bloodBuddiesPerson';
/** Another tab tells by this key how the person is known from now on; nothing stays under it. */
export const profileChangeKey = 'bloodBuddiesPersonChanged';
const leavingKey = 'bloodBuddiesLeaving';

/** What is kept of a person for when there is no line (kept-for.ts); it goes with the memory of them. */
export const userStorageKeys = ['bloodBuddiesAppointments', 'bloodBuddiesUnsent'] as const;

export const sessionPersistence: SessionPersistence = {
  uid: () => read(userKey),
  remember(uid) {
    if (read(userKey) !== uid) forgetKept();
    write(userKey, uid);
  },
  forget() {
    forgetKept();
    write(userKey, null);
  },
  leaving: () => read(leavingKey) !== null,
  tellChange(user) {
    write(profileChangeKey, JSON.stringify(user));
    write(profileChangeKey, null);
  },
  setLeaving: (leaving) => write(leavingKey, leaving ? 'yes' : null),
};

const forgetKept = () => {
  for (const key of userStorageKeys) write(key, null);
};

// Local storage, else session storage: the order in which the SDK keeps its own session.
function stores(): Storage[] {
  return (['localStorage', 'sessionStorage'] as const).flatMap((name) => {
    try {
      return window[name] ? [window[name]] : [];
    } catch {
      return [];
    }
  });
}

function read(key: string): string | null {
  for (const store of stores()) {
    const value = tryTo(() => store.getItem(key));
    if (typeof value === 'string') return value;
  }
  return null;
}

function write(key: string, value: string | null): void {
  for (const store of stores()) {
    if (value !== null && tryTo(() => store.setItem(key, value)) !== failed) return;
    // An older value must not stand before the new one in the next store.
    tryTo(() => store.removeItem(key));
  }
}

const failed = Symbol('failed');

/** A store may be full, or forbidden only when it is used. */
function tryTo<T>(act: () => T): T | typeof failed {
  try {
    return act();
  } catch {
    return failed;
  }
}

/** For other small notes of this browser; `null` forgets. */
export { read as readKept, write as keep };
