import { t } from '@lingui/core/macro';
import { language } from '#web/i18n/language.ts';

const translated: Record<string, string> = {
  'email-already-in-use': t`This email address already has an account.`,
  'invalid-email': t`This email address is not valid.`,
  'invalid-recipient-email': t`This email address is not valid.`,
  'user-not-found': t`There is no account with this email address.`,
  'user-disabled': t`This account is locked. Contact us.`,
  'wrong-password': t`Incorrect password, or this account has no password.`,
  'missing-password': t`Enter your password.`,
  'weak-password': t`This password is too short or easy to guess. Choose a longer one, for example three or four words.`,
  'password-does-not-meet-requirements': t`This password is too long. Choose a shorter one.`,
  'invalid-credential': t`Incorrect email or password.`,
  'rejected-credential': t`Incorrect email or password.`,
  'user-token-expired': t`Your session has expired. Sign in again.`,
  'invalid-user-token': t`Your session has expired. Sign in again.`,
  'admin-restricted-operation': t`New accounts cannot be created right now.`,
  'missing-phone-number': t`Enter a phone number.`,
  'missing-verification-code': t`Enter the code.`,
  'missing-multi-factor-info': t`Choose how to get your code.`,
  'missing-multi-factor-session': t`That took too long. Sign in again.`,
  'email-change-needs-verification': t`Confirm your email address first.`,
  'invalid-argument': t`Something you entered is too long or invalid.`,
  'quota-exceeded': t`Too many attempts. Please wait a while and try again.`,
  timeout: t`That took too long. Try again.`,
};

/**
 * Translations of the provider's own English messages, keyed by error code. English pages show the original
 * messages.
 */
const providerMessages: Record<string, string> = language === 'en' ? {} : translated;

/** Messages for codes whose provider message is meant for developers. */
const ownMessages: Record<string, string> = {
  'network-request-failed': t`We could not reach the sign-in service. Check your connection and try again.`,
  'internal-error': t`The sign-in service had a problem. Try again.`,
  'operation-not-allowed': t`This way to sign in is not available. Use another one.`,
  'web-storage-unsupported': t`Your browser does not let this site keep you signed in. Allow cookies and site data, then try again.`,
  'invalid-verification-code': t`Incorrect code. Check it and enter it again.`,
  'invalid-verification-id': t`This code has expired. Request a new one.`,
  'missing-verification-id': t`Request a code first.`,
  'code-expired': t`This code has expired. Request a new one.`,
  'invalid-phone-number': t`We can't send text messages to this number. Start with + and the country code.`,
  'invalid-multi-factor-session': t`The code expired or was entered incorrectly too often. Sign in again.`,
  'multi-factor-info-not-found': t`This verification method no longer exists.`,
  'second-factor-already-in-use': t`This phone number is already one of your verification methods.`,
  'maximum-second-factor-count-exceeded': t`You already have five verification methods. Remove one first.`,
  'unsupported-first-factor': t`Set a password before you turn on two-step verification.`,
  'unverified-email': t`Confirm your email address first.`,
  'user-mismatch': t`Choose the account you are signed in with.`,
  'login-blocked': t`We blocked this sign-in. Try again later, or contact us.`,
  'popup-blocked': t`Your browser blocked the window. Allow pop-ups for this site, then try again.`,
  'in-app-browser': t`This page is open inside another app, where Google does not let you sign in. Press ⋮ or ⋯ and choose “Open in browser”, or sign in another way.`,
  'popup-closed-by-user': t`The Google window was closed before you signed in. Try again.`,
  'cancelled-popup-request': t`Another Google window is open. Continue in that one.`,
  'user-cancelled': t`You did not continue with Google. Nothing has changed.`,
  'unauthorized-domain': t`You can't sign in with Google here. Use your email and password.`,
  'account-exists-with-different-credential': t`This email address already has an account. Sign in as usual, then link Google on your account page.`,
  'credential-already-in-use': t`This Google account is linked to another account.`,
  'provider-already-linked': t`Your account is already linked to a Google account.`,
  'no-such-provider': t`Your account is not linked to Google.`,
  'session-not-found': t`That device is already signed out.`,
  'too-many-requests': t`Too many attempts. Please wait a while and try again.`,
  'requires-recent-login': t`Sign in again first. Your last sign-in was a while ago.`,
  'email-link-required': t`Open the link that we email you first. Then try again.`,
  'administrator-required': t`Every device is signed out. Because your account has a role, only an owner of this site can remove this verification method. Choose a new password and tell an owner.`,
  'expired-action-code': t`This link has expired.`,
  'invalid-action-code': t`It was already used, replaced by a newer one, or part of it is missing.`,
  'missing-or-invalid-nonce': t`Sign-in took too long or was interrupted. Try again, and allow cookies for this site.`,
  'invalid-passkey': t`This passkey did not work. Try again, or sign in another way.`,
  'passkey-not-found': t`This passkey was removed from its account. Sign in another way.`,
  'passkey-exists': t`This device already has a passkey for your account.`,
  'passkey-limit-exceeded': t`You already have ten passkeys. Remove one first.`,
  'passkey-not-supported': t`This device cannot use passkeys here. Sign in another way.`,
  'invalid-custom-token': t`Sign-in took too long. Try again.`,
  'temporarily-unavailable': t`Google could not be reached. Try again in a moment.`,
};

/**
 * Returns our message for an error code. If there is none, an English page shows the provider's message
 * without vendor name and code. Otherwise returns a general message and logs the code.
 */
export function providerMessage(code: string, message: string): string {
  const text = message.replace(/^Firebase:\s*/, '').replace(/(?<!\s)\s*\(auth\/[\w-]+\)\.?$/, '');
  const isReadable = language === 'en' && text !== '' && text !== 'Error';
  const translated = ownMessages[code] ?? providerMessages[code];
  if (translated) return translated;
  if (isReadable) return text;
  console.warn('Unknown error of the identity provider:', code);
  return t`We could not sign you in. Try again. If that does not help, contact us.`;
}
