import { t } from '@lingui/core/macro';
import { deleteUser, endSession, registerUser } from '#contract/users.ts';
import { call } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import type { IdentityClient } from './identity.ts';
import { createIdentityClient } from './identity-sdk.ts';
import { sessionStores } from './identity-stores.ts';
import { tokensLock, withLock } from './locks.ts';
import { prefetchRoutes } from './prefetch-routes.ts';
import {
  createSessionOperations,
  type SessionContext,
  type SessionOperations,
} from './session-operations.ts';

/** Identity provider and account calls; loaded only for users who sign in. */
export type AuthClient = {
  identity: IdentityClient;
  /** Exchanges an ID token for an access token; `created` is true if the user is new to the product server. */
  exchange(email: string, idToken: string): Promise<{ token: string; created: boolean }>;
  /** Ends the product session of an access token. */
  revoke(token: string): Promise<void>;
  deleteUser(): Promise<void>;
};

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Explains a 401 for a valid ID token: the Authorization header was removed on the way. */
function explainMissingToken(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 401) throw error;
  const { status, code } = error;
  throw new ApiError(
    status,
    code,
    t`We could not confirm your sign-in. Turn off browser extensions for this site, then try again.`,
  );
}

/** Loads the identity SDK for the configured provider, and the operations of the session store that need it. */
export async function loadSessionOperations(
  context: SessionContext,
  isSignIn = false,
): Promise<SessionOperations> {
  const client = await createAuthClient(isSignIn, () => context.getSession().user?.uid);
  // Errors are ignored: prefetching only saves time.
  void prefetchRoutes().catch(() => {});
  return createSessionOperations(client, context);
}

async function createAuthClient(isSignIn: boolean, shownUid: () => string | undefined): Promise<AuthClient> {
  const { identity: config } = await siteConfig();
  const stores = await sessionStores(config.apiKey, { mustFindSession: !isSignIn });
  // The SDK sends the stored tokens when it starts.
  const identity = await withLock(tokensLock, 'shared', async () => {
    const created = createIdentityClient(config, stores, shownUid);
    await created.currentUser();
    return created;
  });
  return {
    identity,
    async exchange(email, idToken) {
      const { token, result } = await call(registerUser, { body: { email }, headers: bearer(idToken) }).catch(
        explainMissingToken,
      );
      return { token, created: result.upsertedId !== undefined };
    },
    async revoke(token) {
      await call(endSession, { headers: bearer(token) });
    },
    async deleteUser() {
      await call(deleteUser);
      // The server deletes the account of the embedded provider; the hosted provider's account needs its SDK.
      if (config.provider === 'firebase') await identity.account.delete();
    },
  };
}
