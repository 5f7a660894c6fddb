import type { Auth, User } from '@firebase/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renewIdTokens } from './identity-renewal.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const minute = 60_000;

/** A person whose token expires after 60 minutes, and a provider that may be out of reach or refuse. */
function signIn(refusal: () => string | undefined) {
  const renewedAt: number[] = [];
  const start = Date.now();
  let expirationTime = start + 60 * minute;
  const user = {
    toJSON: () => ({ stsTokenManager: { expirationTime } }),
    async getIdToken() {
      renewedAt.push((Date.now() - start) / minute);
      const code = refusal();
      if (code) throw Object.assign(new Error(code), { code });
      expirationTime = Date.now() + 60 * minute;
      changed(user);
    },
  } as unknown as User;
  let changed: (user: User | null) => void = () => {};
  const auth = {
    currentUser: user,
    onIdTokenChanged(listener: typeof changed) {
      changed = listener;
      listener(user);
    },
  };
  renewIdTokens(auth as unknown as Auth);
  const signOut = () => {
    Object.assign(auth, { currentUser: null });
    changed(null);
  };
  return { renewedAt, signOut };
}

test('[IDP-10] renews 5 minutes ahead, again and again', async () => {
  const { renewedAt } = signIn(() => undefined);
  await vi.advanceTimersByTimeAsync(170 * minute);
  expect(renewedAt).toEqual([55, 110, 165]);
});

test('[IDP-10] without a connection it tries again after 30 s, doubling up to 16 minutes', async () => {
  let isOffline = true;
  const { renewedAt } = signIn(() => (isOffline ? 'auth/network-request-failed' : undefined));
  await vi.advanceTimersByTimeAsync(110 * minute);
  const waits = renewedAt.slice(1).map((at, index) => at - (renewedAt[index] ?? 0));
  expect(waits).toEqual([0.5, 1, 2, 4, 8, 16, 16]);
  isOffline = false;
  await vi.advanceTimersByTimeAsync(16 * minute);
  const last = renewedAt.at(-1) ?? 0;
  await vi.advanceTimersByTimeAsync(55 * minute);
  expect(renewedAt.at(-1)).toBe(last + 55);
});

test('[IDP-10] a refusal and a sign-out end it', async () => {
  const refused = signIn(() => 'auth/user-disabled');
  const left = signIn(() => 'auth/network-request-failed');
  await vi.advanceTimersByTimeAsync(56 * minute);
  left.signOut();
  const tries = left.renewedAt.length;
  await vi.advanceTimersByTimeAsync(200 * minute);
  expect(refused.renewedAt).toEqual([55]);
  expect(left.renewedAt).toHaveLength(tries);
});
