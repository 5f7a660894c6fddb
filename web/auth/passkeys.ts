import { queryOptions } from '#web/api/queries.ts';
import { changeUser, completeSignIn, loadIdentityClient } from './auth-provider.tsx';
import { askForPasskey } from './passkey-browser.ts';
import { recordPasskeyOffer } from './passkey-support.ts';
import type { SignInResult } from './sign-in.ts';

/** Whether the signed-in user can add a passkey and has none yet. Then the offer counts as made. */
export async function startOffer(): Promise<boolean> {
  const { passkeys, currentUser } = await loadIdentityClient();
  if (!passkeys || !(await currentUser())?.emailVerified) return false;
  recordPasskeyOffer();
  return (await passkeys.list()).length === 0;
}

/** The user's passkeys, oldest first; null with the hosted provider. */
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
  const credential = await askForPasskey();
  await changeUser(
    async ({ passkeys, account }) => passkeys?.reauthenticate(credential) ?? account.reload(),
    { renewsAccess: true },
  );
}
