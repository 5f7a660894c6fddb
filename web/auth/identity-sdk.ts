import { initializeApp } from '@firebase/app';
import {
  type Auth,
  applyActionCode,
  browserLocalPersistence,
  browserSessionPersistence,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  debugErrorMap,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updateProfile,
  verifyPasswordResetCode,
} from '@firebase/auth';
import { t } from '@lingui/core/macro';
import type { PublicConfig } from '#contract/config.ts';
import { language } from '#web/i18n/language.ts';
import { accountApi, emailLinkApi } from './account-api.ts';
import { googleApi } from './google-api.ts';
import { type IdentityClient, IdentityError } from './identity.ts';
import { confirmEmailBy, sessionApi } from './identity-call.ts';
import { renewIdTokens } from './identity-renewal.ts';
import { mfaApi } from './mfa-api.ts';
import { readUser, withTranslatedErrors } from './with-translated-errors.ts';

/** Opens the identity provider that the site is configured for: our own under /identity, or the hosted service. */
export function createIdentityClient(
  config: PublicConfig['identity'],
  site: Location = location,
): IdentityClient {
  const auth = startSdk(config, site);
  const google = googleApi(auth);
  const worded = withTranslatedErrors(auth);
  const sessions = config.provider === 'embedded' ? sessionApi(auth) : undefined;
  const signedIn = ({ user }: { user: User }) => readUser(user);

  return {
    watch: (listener) => void onAuthStateChanged(auth, (user) => listener(user && readUser(user))),
    current: () =>
      worded(async () => {
        await auth.authStateReady();
        return auth.currentUser && readUser(auth.currentUser);
      }),
    signIn: (email, password) =>
      worded(async () => signedIn(await signInWithEmailAndPassword(auth, email, password))),
    register: (name, email, password) =>
      worded(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        await updateProfile(user, { displayName: name });
        return readUser(user);
      }),
    signInWithGoogle: (popup) => worded(async () => readUser(await google.signIn(popup))),
    finishGoogle: (answer) => worded(async () => readUser(await google.finish(answer))),
    linkGoogle: (popup) => worded(async () => readUser(await google.link(popup))),
    unlinkGoogle: () => worded(async () => readUser(await google.unlink())),
    factors: mfaApi(auth, worded, config.textMessages),
    account: accountApi(auth, worded, google),
    links: emailLinkApi(auth, worded),
    sessions,
    idToken: (fresh) =>
      worded(async () => {
        if (!auth.currentUser) throw new IdentityError('no-current-user', t`Please sign in and try again.`);
        return await auth.currentUser.getIdToken(fresh);
      }),
    async signOut() {
      const held = await sessions?.held();
      await worded(() => signOut(auth));
      // Out of reach, it ends by itself once nobody has used it for a while.
      await held?.end().catch(() => undefined);
    },
    sendPasswordReset: (email, url) => worded(() => sendPasswordResetEmail(auth, email, { url })),
    checkPasswordReset: (code) => worded(() => verifyPasswordResetCode(auth, code)),
    resetPassword: (code, password) => worded(() => confirmPasswordReset(auth, code, password)),
    applyCode: (code) => worded(() => applyActionCode(auth, code)),
    confirmEmail: confirmEmailBy(auth, worded, config.provider === 'firebase'),
  };
}

function startSdk(
  { provider, apiKey, authDomain, projectId }: PublicConfig['identity'],
  site: Location,
): Auth {
  // The SDK checks the API key itself, but takes any domain.
  if (authDomain.includes(':')) {
    throw new IdentityError(
      'invalid-auth-domain',
      t`Sign-in is not set up correctly: its domain holds a colon.`,
    );
  }
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence],
    errorMap: debugErrorMap,
  });
  // Of mails and text messages. An English page names none: the provider then takes its own, which is English.
  if (language !== 'en') auth.languageCode = language;
  if (provider === 'embedded') {
    const host = `${site.host}/identity`;
    Object.assign(auth.config, { apiScheme: site.protocol.slice(0, -1), apiHost: host, tokenApiHost: host });
  }
  renewIdTokens(auth);
  return auth;
}
