import { expect } from 'vitest';
import type { IdentityClient, IdentityUser } from '../identity.ts';
import { type AuthClient, createSessionOperations } from '../session-operations.ts';
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

type BrowserOptions = {
  sdkUser?: IdentityUser;
  uid?: string;
  token?: string;
  /** Whether the SDK has not restored its session yet. */
  isSlow?: boolean;
};

/** Creates a session store in a fake browser with its own storage and SDK session. */
export function createTestBrowser(options: BrowserOptions = {}) {
  const stored = { uid: options.uid ?? null, isSigningOut: false, token: options.token ?? null };
  let sdkUser = options.sdkUser ?? null;
  let onUserChange: (user: IdentityUser | null) => void = () => {};
  const log: string[] = [];
  const calls = {
    clientLoads: 0,
    clearedUserData: 0,
    reloads: 0,
    removedDrafts: 0,
    broadcast: [] as IdentityUser[],
  };
  let exchanges = 0;
  let loadFailure: Error | undefined;
  /** Id of the provider's session in this browser. */
  let sessionId = options.sdkUser ? 'session-0' : undefined;
  let sessionCount = 0;
  const end = (id: string) => async () => void log.push(`end ${id}`);
  const beginSession = () => {
    sessionCount += 1;
    sessionId = `session-${sessionCount}`;
  };
  let beforeExchangeResponse: () => void | Promise<void> = () => {};

  const setSdkUser = (user: IdentityUser | null) => {
    sdkUser = user;
    onUserChange(user);
  };
  const authenticateAs = async (user: IdentityUser) => {
    beginSession();
    setSdkUser(user);
    return user;
  };
  // Implements only the members that the store and its tests use.
  const identity = {
    onUserChange(listener: typeof onUserChange) {
      onUserChange = listener;
      if (!options.isSlow) queueMicrotask(() => listener(sdkUser));
    },
    currentUser: async () => sdkUser,
    signIn: (email: string) => authenticateAs(email === mina.email ? mina : rahim),
    account: {
      syncFromStorage: async () => void log.push('sdk sync'),
      changeName: async (displayName: string) => ({ ...rahim, displayName }),
      async changePassword() {
        beginSession();
        return rahim;
      },
      reauthenticate: async () => rahim,
    },
    sessions: {
      current: async () =>
        sdkUser && sessionId ? { id: sessionId, endReplaced: end(sessionId) } : undefined,
    },
    idToken: async (_uid: string, fresh: boolean) => (fresh ? 'fresh-id-token' : 'id-token'),
    async signOut() {
      log.push('sdk sign-out');
      setSdkUser(null);
    },
  } as unknown as IdentityClient;
  const store = createSessionStore({
    loadOperations: async (context) => {
      calls.clientLoads += 1;
      if (loadFailure) throw loadFailure;
      const client: AuthClient = {
        identity,
        async exchange(email, idToken) {
          log.push(`exchange ${email} ${idToken}`);
          await beforeExchangeResponse();
          exchanges += 1;
          return { token: `access-${exchanges}`, created: exchanges === 1 };
        },
        revoke: async (token) => void log.push(`revoke ${token}`),
        deleteUser: async () => void log.push('delete user'),
      };
      return createSessionOperations(client, context);
    },
    persistence: {
      uid: () => stored.uid,
      storeUid: (uid) => {
        stored.uid = uid;
      },
      clear: ({ isSignedOutByUser }) => {
        stored.uid = isSignedOutByUser ? null : '';
      },
      removeDraft: () => {
        calls.removedDrafts += 1;
      },
      broadcastUser: (user) => void calls.broadcast.push(user),
      isSigningOut: () => stored.isSigningOut,
      setSigningOut: (isSigningOut) => {
        stored.isSigningOut = isSigningOut;
      },
    },
    token: {
      read: () => stored.token,
      store: (token) => {
        stored.token = token;
      },
      clear: () => {
        stored.token = null;
      },
    },
    clearUserData: () => {
      calls.clearedUserData += 1;
    },
    reload: () => {
      calls.reloads += 1;
    },
  });
  const failToLoadClient = (failure: Error | undefined) => {
    loadFailure = failure;
  };
  const onExchange = (action: () => void | Promise<void>) => {
    beforeExchangeResponse = action;
  };
  const signInAs = (user: IdentityUser) => store.signIn((client) => client.signIn(user.email, 'secret'));
  return {
    store,
    stored,
    log,
    calls,
    identity,
    setSdkUser,
    signInAs,
    onExchange,
    failToLoadClient,
  };
}

export async function createSignedInBrowser(user: IdentityUser) {
  const browser = createTestBrowser();
  browser.store.start();
  await browser.signInAs(user);
  return browser;
}

export const waitUntilLoaded = (store: ReturnType<typeof createTestBrowser>['store']) =>
  expect.poll(() => store.read().state).not.toBe('loading');
