import {
  type Auth,
  deleteUser,
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendSignInLinkToEmail,
  signInWithEmailLink,
  type User,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from '@firebase/auth';
import { readUser, type TranslateErrors } from './error-translator.ts';
import type { createGoogleApi } from './google-api.ts';
import { type AccountApi, type EmailLinkApi, IdentityError } from './identity.ts';
import { providerMessage } from './provider-message.ts';
import type { UserCalls } from './user-calls.ts';

const RECENT_SIGN_IN_MS = 5 * 60 * 1000;

/** Implements the current user's account operations with the SDK. */
export function createAccountApi(
  translateErrors: TranslateErrors,
  { asUser, replaceSession, syncFromStorage }: UserCalls,
  google: ReturnType<typeof createGoogleApi>,
): AccountApi {
  const thenRead = (action: (user: User) => Promise<unknown>) => async (user: User) => {
    await action(user);
    return readUser(user);
  };

  return {
    reload: () => asUser(thenRead((user) => user.reload())),
    syncFromStorage,
    changeName: (displayName) => asUser(thenRead((user) => updateProfile(user, { displayName }))),
    changeEmail: (email, url) => asUser((user) => verifyBeforeUpdateEmail(user, email, { url })),
    changePassword: (password) => replaceSession(thenRead((user) => updatePassword(user, password))),
    verifyEmail: (url) => asUser((user) => sendEmailVerification(user, { url })),
    reauthenticate: (password) =>
      asUser(
        thenRead((user) =>
          reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password)),
        ),
      ),
    reauthenticateWithGoogle: (popup) =>
      translateErrors(async () => readUser(await google.reauthenticate(popup))),
    requireRecentSignIn: () =>
      asUser(async (user) => {
        // Compare two times of the provider's clock: the fresh token was issued just now.
        const { authTime, issuedAtTime } = await user.getIdTokenResult(true);
        if (Date.parse(issuedAtTime) - Date.parse(authTime) <= RECENT_SIGN_IN_MS) return;
        throw new IdentityError('requires-recent-login', providerMessage('requires-recent-login', ''));
      }),
    delete: () => asUser((user) => deleteUser(user)),
  };
}

/** Implements sign-in by email link with the SDK. */
export function createEmailLinkApi(auth: Auth, translateErrors: TranslateErrors): EmailLinkApi {
  return {
    send: (email, url) =>
      translateErrors(() => sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true })),
    signIn: (email, link) =>
      translateErrors(async () => readUser((await signInWithEmailLink(auth, email, link)).user)),
  };
}
