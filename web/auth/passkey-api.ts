import { type Auth, signInWithCustomToken } from '@firebase/auth';
import { readUser, type TranslateErrors } from './error-translator.ts';
import { IdentityError, type IdentityUser, type Passkey, type PasskeyApi } from './identity.ts';
import type { ProviderCalls } from './identity-call.ts';
import { createPasskey, discardPasskey, readPasskeyUserId } from './passkey-browser.ts';
import { providerMessage } from './provider-message.ts';

const NEW_SIGN_IN_MS = 60_000;

type PasskeyJson = { passkeyId: string; name?: string; createdAt: string; lastUsedAt?: string };
type PasskeyList = { passkeys?: PasskeyJson[] };

export function createPasskeyApi(
  auth: Auth,
  translateErrors: TranslateErrors,
  { post, postAsUser }: ProviderCalls,
): PasskeyApi {
  async function signIn(credential: AuthenticationResponseJSON): Promise<IdentityUser> {
    const verified = post<{ customToken: string }>('finishPasskeySignIn', { credential });
    const { customToken } = await verified.catch(async (error: unknown) => {
      if (error instanceof IdentityError && error.code === 'passkey-not-found')
        await discardPasskey(credential);
      throw error;
    });
    return translateErrors(async () => readUser((await signInWithCustomToken(auth, customToken)).user));
  }

  const list = async () => ((await postAsUser<PasskeyList>('listPasskeys')).passkeys ?? []).map(readPasskey);

  return {
    list,
    async isOfferUseful() {
      const user = auth.currentUser;
      if (!user?.emailVerified) return false;
      const { signInProvider, authTime, issuedAtTime } = await user.getIdTokenResult();
      // The first token of a session is issued at the sign-in.
      const isNew = Date.parse(issuedAtTime) - Date.parse(authTime) < NEW_SIGN_IN_MS;
      return signInProvider === 'password' && isNew && (await list()).length === 0;
    },
    async add() {
      const { options } = await postAsUser<{ options: PublicKeyCredentialCreationOptionsJSON }>(
        'startPasskeyEnrollment',
      );
      await postAsUser('finishPasskeyEnrollment', { credential: await createPasskey(options) });
    },
    rename: (passkeyId, displayName) => postAsUser('renamePasskey', { passkeyId, displayName }),
    remove: (passkeyId) => postAsUser('removePasskey', { passkeyId }),
    signIn,
    async reauthenticate(credential) {
      const isOwn = readPasskeyUserId(credential) === auth.currentUser?.uid;
      if (!isOwn) throw new IdentityError('user-mismatch', providerMessage('user-mismatch', ''));
      return signIn(credential);
    },
    listForReset: async (oobCode) =>
      ((await post<PasskeyList>('resetPassword', { oobCode })).passkeys ?? []).map(readPasskey),
    resetPassword: (oobCode, newPassword, lostPasskeys) =>
      post('resetPassword', { oobCode, newPassword, lostPasskeys }),
  };
}

function readPasskey({ passkeyId: id, name, createdAt, lastUsedAt }: PasskeyJson): Passkey {
  return { id, name, addedAt: Number(createdAt), lastUsedAt: lastUsedAt ? Number(lastUsedAt) : undefined };
}
