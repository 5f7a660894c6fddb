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
import { t } from '@lingui/core/macro';
import type { googleApi } from './google-api.ts';
import { type AccountApi, type EmailLinkApi, IdentityError } from './identity.ts';
import { providerMessage } from './provider-message.ts';
import { readUser, type WithTranslatedErrors } from './with-translated-errors.ts';

/** The SDK's own way to see that its store has changed, as of the version that package.json pins. */
type StoringAuth = Auth & { _onStorageEvent(): Promise<void> };

const recentMs = 5 * 60 * 1000;

/** The current person's own account, by the SDK. */
export function accountApi(
  auth: Auth,
  worded: WithTranslatedErrors,
  google: ReturnType<typeof googleApi>,
): AccountApi {
  const withUser = <T>(act: (user: User) => Promise<T>): Promise<T> =>
    worded(async () => {
      if (!auth.currentUser) throw new IdentityError('no-current-user', t`Please sign in and try again.`);
      return act(auth.currentUser);
    });
  const changed = (act: (user: User) => Promise<unknown>) =>
    withUser(async (user) => {
      await act(user);
      return readUser(user);
    });

  return {
    reload: () => changed((user) => user.reload()),
    catchUp: () => worded(() => (auth as StoringAuth)._onStorageEvent()),
    changeName: (displayName) => changed((user) => updateProfile(user, { displayName })),
    changeEmail: (email, url) => withUser((user) => verifyBeforeUpdateEmail(user, email, { url })),
    changePassword: (password) => changed((user) => updatePassword(user, password)),
    verifyEmail: (url) => withUser((user) => sendEmailVerification(user, { url })),
    reauthenticate: (password) =>
      changed((user) =>
        reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password)),
      ),
    reauthenticateWithGoogle: (popup) => changed(() => google.reauthenticate(popup)),
    demandRecentSignIn: () =>
      withUser(async (user) => {
        // Both by the provider's clock: a fresh token was issued just now.
        const { authTime, issuedAtTime } = await user.getIdTokenResult(true);
        if (Date.parse(issuedAtTime) - Date.parse(authTime) <= recentMs) return;
        throw new IdentityError('requires-recent-login', providerMessage('requires-recent-login', ''));
      }),
    delete: () => withUser((user) => deleteUser(user)),
  };
}

/** Signing in by a mailed link, by the SDK. */
export function emailLinkApi(auth: Auth, worded: WithTranslatedErrors): EmailLinkApi {
  return {
    send: (email, url) => worded(() => sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true })),
    signIn: (email, link) =>
      worded(async () => readUser((await signInWithEmailLink(auth, email, link)).user)),
  };
}
