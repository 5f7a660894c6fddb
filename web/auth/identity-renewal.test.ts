import type { Auth, User } from '@firebase/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IdentityError } from './identity.ts';
import { renewIdTokens } from './identity-renewal.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const minute = 60_000;

/** Signs in a user whose token expires after 60 minutes. `errorCode` returns the provider's error, if any. */
function signIn(errorCode: () => string | undefined) {
  const renewedAt: number[] = [];
  const start = Date.now();
  let expirationTime = start + 60 * minute;
  const user = {
    toJSON: () => ({ stsTokenManager: { expirationTime } }),
    async getIdToken() {
      renewedAt.push((Date.now() - start) / minute);
      const code = errorCode();
      if (code) throw new IdentityError(code, code);
      expirationTime = Date.now() + 60 * minute;
      onTokenChange(user);
    },
  } as unknown as User;
  let onTokenChange: (user: User | null) => void = () => {};
  const auth = {
    currentUser: user,
    onIdTokenChanged(listener: typeof onTokenChange) {
      onTokenChange = listener;
      listener(user);
    },
  };
  renewIdTokens(auth as unknown as Auth, (call) => call(auth.currentUser));
  const signOut = () => {
    Object.assign(auth, { currentUser: null });
    onTokenChange(null);
  };
  return { renewedAt, signOut };
}

test('[IDP-10] renews each token 5 minutes before it expires', async () => {
  const { renewedAt } = signIn(() => undefined);
  await vi.advanceTimersByTimeAsync(170 * minute);
  expect(renewedAt).toEqual([55, 110, 165]);
});

test('[IDP-10] retries after 30 s while offline, doubling up to 16 minutes', async () => {
  let isOffline = true;
  const { renewedAt } = signIn(() => (isOffline ? 'network-request-failed' : undefined));
  await vi.advanceTimersByTimeAsync(110 * minute);
  const waits = renewedAt.slice(1).map((at, index) => at - (renewedAt[index] ?? 0));
  expect(waits).toEqual([0.5, 1, 2, 4, 8, 16, 16]);
  isOffline = false;
  await vi.advanceTimersByTimeAsync(16 * minute);
  const last = renewedAt.at(-1) ?? 0;
  await vi.advanceTimersByTimeAsync(55 * minute);
  expect(renewedAt.at(-1)).toBe(last + 55);
});

test('[IDP-10] stops after an error of the provider or a sign-out', async () => {
  const rejected = signIn(() => 'user-disabled');
  const signedOut = signIn(() => 'network-request-failed');
  await vi.advanceTimersByTimeAsync(56 * minute);
  signedOut.signOut();
  const attempts = signedOut.renewedAt.length;
  await vi.advanceTimersByTimeAsync(200 * minute);
  expect(rejected.renewedAt).toEqual([55]);
  expect(signedOut.renewedAt).toHaveLength(attempts);
});
