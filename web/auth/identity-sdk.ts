import { initializeApp } from '@firebase/app';
import {
  type Auth,
  applyActionCode,
  beforeAuthStateChanged,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  debugErrorMap,
  initializeAuth,
  onAuthStateChanged,
  type Persistence,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updateProfile,
} from '@firebase/auth';
import { t } from '@lingui/core/macro';
import type { PublicConfig } from '#contract/config.ts';
import { nameHasInvisible } from '#contract/invisible.ts';
import { language } from '#web/i18n/language.ts';
import { createAccountApi, createEmailLinkApi } from './account-api.ts';
import { createErrorTranslator, readUser } from './error-translator.ts';
import { createGoogleApi } from './google-api.ts';
import { type IdentityClient, IdentityError } from './identity.ts';
import {
  createConfirmEmail,
  createProviderCalls,
  createSessionApi,
  isReplacedInStorage,
} from './identity-call.ts';
import { renewIdTokens } from './identity-renewal.ts';
import { createMfaApi } from './mfa-api.ts';
import { createPasskeyApi } from './passkey-api.ts';
import { createUserCalls, readStorage } from './user-calls.ts';

/**
 * Creates a client of the configured identity provider: our own under /identity, or the hosted service.
 * @param persistence where the SDK stores its session, in order of preference
 * @param shownUid returns the id of the user whom the page shows; only this user may make calls
 */
export function createIdentityClient(
  config: PublicConfig['identity'],
  persistence: Persistence[],
  shownUid: () => string | undefined,
  site: Location = location,
): IdentityClient {
  const auth = startSdk(config, persistence, site);
  const google = createGoogleApi(auth);
  const translateErrors = createErrorTranslator(auth);
  const userCalls = createUserCalls(auth, translateErrors, shownUid);
  renewIdTokens(auth, userCalls.asUser);
  const calls = createProviderCalls(auth, userCalls);
  const isEmbedded = config.provider === 'embedded';
  const sessions = isEmbedded ? createSessionApi(auth, userCalls, calls) : undefined;
  const toUser = ({ user }: { user: User }) => readUser(user);

  return {
    onUserChange: (listener) => void onAuthStateChanged(auth, (user) => listener(user && readUser(user))),
    currentUser: () =>
      translateErrors(async () => {
        await auth.authStateReady();
        return auth.currentUser && readUser(auth.currentUser);
      }),
    signIn: (email, password) =>
      translateErrors(async () => toUser(await signInWithEmailAndPassword(auth, email, password))),
    register: (name, email, password, continueUrl) =>
      translateErrors(async () => {
        // Check the name here rather than in the form, because this file loads later. The check comes first,
        // because no account may be created without its name.
        if (nameHasInvisible(name))
          throw new IdentityError('invalid-name', t`Remove invisible characters, or type this again`);
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        await updateProfile(user, { displayName: name });
        await sendEmailVerification(user, { url: continueUrl }).catch(() => undefined);
        return readUser(user);
      }),
    signInWithGoogle: (popup) => translateErrors(async () => readUser(await google.signIn(popup))),
    finishGoogle: (result) => translateErrors(async () => readUser(await google.finish(result))),
    linkGoogle: (popup) => translateErrors(async () => readUser(await google.link(popup))),
    unlinkGoogle: () => translateErrors(async () => readUser(await google.unlink())),
    factors: createMfaApi(auth, userCalls, config.textMessages),
    account: createAccountApi(translateErrors, userCalls, google),
    links: createEmailLinkApi(auth, translateErrors),
    sessions,
    passkeys: isEmbedded ? createPasskeyApi(auth, translateErrors, calls) : undefined,
    idToken: (uid, isFresh) => userCalls.asUser((user) => user.getIdToken(isFresh), uid),
    async signOut() {
      // Another tab may have replaced the session that is to end.
      await readStorage(auth).catch(() => undefined);
      const session = await sessions?.current();
      await translateErrors(() => signOut(auth));
      // If the provider is unreachable, the session ends at its idle timeout.
      await session?.end().catch(() => undefined);
    },
    sendPasswordReset: (email, url) => translateErrors(() => sendPasswordResetEmail(auth, email, { url })),
    accountOfCode: (code) =>
      translateErrors(async () => {
        const { operation, data } = await checkActionCode(auth, code);
        return (operation === 'VERIFY_AND_CHANGE_EMAIL' ? data.previousEmail : data.email) ?? '';
      }),
    resetPassword: (code, password) => translateErrors(() => confirmPasswordReset(auth, code, password)),
    applyCode: (code) => translateErrors(() => applyActionCode(auth, code)),
    confirmEmail: createConfirmEmail(auth, translateErrors, config.provider === 'firebase'),
  };
}

function startSdk(
  { provider, apiKey, authDomain, projectId }: PublicConfig['identity'],
  persistence: Persistence[],
  site: Location,
): Auth {
  // The SDK validates the API key, but not the domain.
  if (authDomain.includes(':')) {
    throw new IdentityError('invalid-auth-domain', t`You can't sign in right now. Contact us.`);
  }
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence,
    errorMap: debugErrorMap,
  });
  // The SDK removes the stored session when it finds that its own has ended, perhaps after another tab has
  // signed in.
  beforeAuthStateChanged(auth, async (user) => {
    if (!user && (await isReplacedInStorage(auth))) throw new Error('Another tab has signed in.');
  });
  // Send no usage data to Google. The SDK would read it from IndexedDB before each request.
  Object.assign(auth, { heartbeatServiceProvider: { getImmediate: () => null } });
  // Set the language of emails and text messages. The provider's default is English.
  if (language !== 'en') auth.languageCode = language;
  if (provider === 'embedded') {
    const host = `${site.host}/identity`;
    Object.assign(auth.config, { apiScheme: site.protocol.slice(0, -1), apiHost: host, tokenApiHost: host });
  }
  return auth;
}
