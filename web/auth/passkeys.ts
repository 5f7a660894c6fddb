import { queryOptions } from '#web/api/queries.ts';
import { changeUser, completeSignIn, loadIdentityClient } from './auth-provider.tsx';
import { hasScreenLock, requestPasskey } from './passkey-browser.ts';
import { readItem, sessionPersistence, writeItem } from './persistence.ts';
import type { SignInResult } from './sign-in.ts';

/** Key that is set once passkeys were offered on this device, so that they are never offered again. */
const offeredKey = 'bloodBuddiesPasskeyOffered';

/**
 * Whether to offer a passkey: once, on a device with a screen lock, to a user who just signed in with a
 * password or an email link.
 */
export const shouldOfferPasskey = async (): Promise<boolean> =>
  Boolean(sessionPersistence.uid()) &&
  readItem(offeredKey) === null &&
  (await hasScreenLock()) &&
  (await (await loadIdentityClient()).passkeys?.isOfferUseful()) === true;

export const recordPasskeyOffer = (): void => writeItem(offeredKey, 'yes');

/** Loads the user's passkeys, oldest first. Returns null with the hosted provider. */
export const passkeysQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['passkeys', uid],
    queryFn: async () => (await (await loadIdentityClient()).passkeys?.list()) ?? null,
    retry: false,
  });

export const addPasskey = async (): Promise<void> => (await loadIdentityClient()).passkeys?.add();

/** Signs in with a passkey that the browser returned. Throws IdentityError, ApiError or NetworkError. */
export const signInWithPasskey = (credential: AuthenticationResponseJSON): Promise<SignInResult> =>
  completeSignIn(async ({ passkeys }) => {
    if (!passkeys) throw new TypeError('The hosted provider has no passkeys.');
    return passkeys.signIn(credential);
  });

/** Signs the same user in again with a passkey and renews the access token. */
export async function signInAgainWithPasskey(): Promise<void> {
  const credential = await requestPasskey();
  await changeUser(
    async ({ passkeys, account }) => passkeys?.reauthenticate(credential) ?? account.reload(),
    { renewsAccess: true },
  );
}
