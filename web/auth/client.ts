import { t } from '@lingui/core/macro';
import { deleteUser, endSession, registerUser } from '#contract/users.ts';
import { call } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import type { IdentityClient } from './identity.ts';
import { createIdentityClient } from './identity-sdk.ts';
import { sessionPersistence } from './persistence.ts';

/** What only people who sign in need: the identity provider and the calls about one's own account. */
export type AuthClient = {
  identity: IdentityClient;
  /** Shows the product server an ID token; gives an access token and whether the user is new there. */
  exchange(email: string, idToken: string): Promise<{ token: string; created: boolean }>;
  /** Ends the session behind an access token. */
  revoke(token: string): Promise<void>;
  deleteUser(): Promise<void>;
};

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** An ID token of this moment that the server cannot read has been lost on the way. */
function sayWhatIsMissing(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 401) throw error;
  const { status, code } = error;
  throw new ApiError(
    status,
    code,
    t`The site could not confirm your sign-in. If a browser extension changes requests, turn it off for this site and try again.`,
  );
}

export async function loadAuthClient(): Promise<AuthClient> {
  const { identity: config } = await siteConfig();
  await avoidBrokenIndexedDb(sessionPersistence.uid() !== null);
  const identity = createIdentityClient(config);
  return {
    identity,
    async exchange(email, idToken) {
      const { token, result } = await call(registerUser, { body: { email }, headers: bearer(idToken) }).catch(
        sayWhatIsMissing,
      );
      return { token, created: result.upsertedId !== undefined };
    },
    async revoke(token) {
      await call(endSession, { headers: bearer(token) });
    },
    async deleteUser() {
      await call(deleteUser);
      // Our own provider removes its account with the rest; of the hosted one only its SDK may.
      if (config.provider === 'firebase') await identity.account.delete();
    },
  };
}

const timeoutMs = 3000;

let asked = false;

/**
 * Makes a page do without IndexedDB where that is there and never answers, or only refuses, as some browsers' does
 * until they are started anew: the identity SDK would wait for ever, and so keeps its session in local storage.
 * @param remembered somebody's session may lie there: that the disk of an old phone is slow must not end it
 * @throws Error the first time, for somebody remembered
 */
async function avoidBrokenIndexedDb(remembered: boolean): Promise<void> {
  if (await answers()) return;
  const first = !asked;
  asked = true;
  if (first && remembered) {
    throw new Error(t`Your browser is slow to load your session. Wait a moment and try again.`);
  }
  Object.defineProperty(window, 'indexedDB', { value: undefined, configurable: true });
}

function answers(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), timeoutMs);
    try {
      const opening = indexedDB.open('blood-buddies-asks');
      opening.onerror = () => resolve(false);
      opening.onsuccess = () => {
        opening.result.close();
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });
}
