import { type Auth, signInWithCustomToken } from '@firebase/auth';
import { IdentityError, type IdentityUser } from './identity.ts';
import type { ProviderCalls } from './identity-call.ts';
import { createPasskey, forgetPasskey, userOfPasskey } from './passkey-browser.ts';
import { providerMessage } from './provider-message.ts';
import { readUser, type WithTranslatedErrors } from './with-translated-errors.ts';

export type Passkey = {
  id: string;
  /** By default the browser that added it, for example `Chrome on Android`. */
  name: string | undefined;
  /** In ms since 1970. */
  addedAt: number;
  lastUsedAt: number | undefined;
};

/** Passkeys, of the embedded provider only. All calls throw IdentityError. */
export type PasskeyApi = {
  list(): Promise<Passkey[]>;
  /** Whether the user has just signed in with a password, could add a passkey and has none. */
  isOfferUseful(): Promise<boolean>;
  /** Asks the browser for a new passkey. Requires a sign-in within the last five minutes and a confirmed address. */
  add(): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  /** Signs out the devices that use it. Requires a sign-in within the last five minutes. */
  remove(id: string): Promise<void>;
  /** Signs in with a passkey that the browser returned. */
  signIn(credential: AuthenticationResponseJSON): Promise<IdentityUser>;
  /** Does the same for the signed-in user; throws `user-mismatch` for the passkey of another account. */
  reauthenticate(credential: AuthenticationResponseJSON): Promise<IdentityUser>;
  /** Lists the passkeys of the account that a reset code belongs to. */
  listForReset(oobCode: string): Promise<Passkey[]>;
  /** Sets the password like `resetPassword`, and removes these passkeys. */
  resetPassword(oobCode: string, newPassword: string, lostPasskeys: string[]): Promise<void>;
};

const NEW_SIGN_IN_MS = 60_000;

type PasskeyJson = { passkeyId: string; name?: string; createdAt: string; lastUsedAt?: string };
type PasskeyList = { passkeys?: PasskeyJson[] };

export function passkeyApi(
  auth: Auth,
  translateErrors: WithTranslatedErrors,
  { post, postAsUser }: ProviderCalls,
): PasskeyApi {
  async function signIn(credential: AuthenticationResponseJSON): Promise<IdentityUser> {
    const verified = post<{ customToken: string }>('finishPasskeySignIn', { credential });
    const { customToken } = await verified.catch(async (error: unknown) => {
      if (error instanceof IdentityError && error.code === 'passkey-not-found')
        await forgetPasskey(credential);
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
      const isOwn = userOfPasskey(credential) === auth.currentUser?.uid;
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
