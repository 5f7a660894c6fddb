import { expect } from 'vitest';
import type { IdentityClient, IdentityUser } from '../identity.ts';
import { createSessionStore } from '../store.ts';

export const rahim: IdentityUser = {
  uid: 'u1',
  email: 'rahim@example.org',
  displayName: 'Rahim',
  providers: ['password'],
  emailVerified: false,
  hasPassword: true,
};
export const mina: IdentityUser = {
  uid: 'u2',
  email: 'mina@example.org',
  displayName: '',
  providers: ['google.com'],
  emailVerified: true,
  hasPassword: false,
};

type Before = {
  sdkUser?: IdentityUser;
  uid?: string;
  token?: string;
  /** The SDK has not found out yet who is signed in. */
  slow?: boolean;
};

/** One browser: its storage outlives the page, its SDK session too. */
export function browser(options: Before = {}) {
  const kept = { uid: options.uid ?? null, leaving: false, token: options.token ?? null };
  let sdkUser = options.sdkUser ?? null;
  let watcher: (user: IdentityUser | null) => void = () => {};
  const log: string[] = [];
  const seen = { opened: 0, forgotten: 0, told: [] as IdentityUser[] };
  let exchanges = 0;
  let doorFailure: Error | undefined;
  /** The provider's session of this browser. */
  let held = options.sdkUser ? 'session-0' : undefined;
  let begun = 0;
  const ended = (id: string) => async () => void log.push(`end ${id}`);
  const beginSession = () => {
    begun += 1;
    held = `session-${begun}`;
  };
  let beforeAnswer: () => void | Promise<void> = () => {};

  const become = (user: IdentityUser | null) => {
    sdkUser = user;
    watcher(user);
  };
  const enterAs = async (user: IdentityUser) => {
    beginSession();
    become(user);
    return user;
  };
  // What the store and its tests use of the provider.
  const identity = {
    watch(listener: typeof watcher) {
      watcher = listener;
      if (!options.slow) queueMicrotask(() => listener(sdkUser));
    },
    current: async () => sdkUser,
    signIn: (email: string) => enterAs(email === mina.email ? mina : rahim),
    account: {
      catchUp: async () => void log.push('sdk catches up'),
      changeName: async (displayName: string) => ({ ...rahim, displayName }),
      async changePassword() {
        beginSession();
        return rahim;
      },
      reauthenticate: async () => rahim,
    },
    sessions: { held: async () => (sdkUser && held ? { id: held, end: ended(held) } : undefined) },
    idToken: async (fresh: boolean) => (fresh ? 'fresh-id-token' : 'id-token'),
    async signOut() {
      log.push('sdk sign-out');
      become(null);
    },
  } as unknown as IdentityClient;
  const store = createSessionStore({
    loadAuthClient: async () => {
      seen.opened += 1;
      if (doorFailure) throw doorFailure;
      return {
        identity,
        async exchange(email, idToken) {
          log.push(`exchange ${email} ${idToken}`);
          await beforeAnswer();
          exchanges += 1;
          return { token: `access-${exchanges}`, created: exchanges === 1 };
        },
        revoke: async (token) => void log.push(`revoke ${token}`),
        deleteUser: async () => void log.push('delete user'),
      };
    },
    memory: {
      uid: () => kept.uid,
      remember: (uid) => {
        kept.uid = uid;
      },
      forget: () => {
        kept.uid = null;
      },
      tellChange: (user) => void seen.told.push(user),
      leaving: () => kept.leaving,
      setLeaving: (leaving) => {
        kept.leaving = leaving;
      },
    },
    token: {
      read: () => kept.token,
      store: (token) => {
        kept.token = token;
      },
      clear: () => {
        kept.token = null;
      },
    },
    forgetPerson: () => {
      seen.forgotten += 1;
    },
  });
  const failToOpen = (failure: Error | undefined) => {
    doorFailure = failure;
  };
  const answerExchangesWith = (act: () => void | Promise<void>) => {
    beforeAnswer = act;
  };
  const signInAs = (user: IdentityUser) => store.enter((opened) => opened.signIn(user.email, 'secret'));
  return { store, kept, log, seen, identity, become, signInAs, answerExchangesWith, failToOpen };
}

/** Waits until it is known who is signed in. */
export const settled = (store: ReturnType<typeof browser>['store']) =>
  expect.poll(() => store.read().state).not.toBe('loading');
