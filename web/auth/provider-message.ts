import { t } from '@lingui/core/macro';
import { language } from '#web/i18n/language.ts';

const translated: Record<string, string> = {
  'email-already-in-use': t`This email address has an account here already.`,
  'invalid-email': t`This email address is not written as it should be.`,
  'invalid-recipient-email': t`This email address is not written as it should be.`,
  'user-not-found': t`There is no account with this email address.`,
  'user-disabled': t`This account was locked. Please write to us.`,
  'wrong-password': t`The password is not right, or this account has none.`,
  'missing-password': t`Please type your password.`,
  'weak-password': t`This password is too short or easy to guess. Take a longer one, three or four words in a row perhaps.`,
  'password-does-not-meet-requirements': t`This password is too long. Take a shorter one.`,
  'invalid-credential': t`What you signed in with is not right, or no longer good. Look at your email address and password again.`,
  'rejected-credential': t`What you signed in with is not right, or no longer good. Look at your email address and password again.`,
  'user-token-expired': t`Your sign-in is over. Please sign in again.`,
  'invalid-user-token': t`Your sign-in is over. Please sign in again.`,
  'admin-restricted-operation': t`New accounts cannot be made here just now.`,
  'missing-phone-number': t`Please type a phone number.`,
  'missing-verification-code': t`Please type the code.`,
  'missing-multi-factor-info': t`Please choose where your code comes from.`,
  'missing-multi-factor-session': t`That took too long. Please sign in again.`,
  'email-change-needs-verification': t`Please confirm your email address first.`,
  'invalid-argument': t`Something that you typed is too long or not as it should be.`,
  'quota-exceeded': t`There were too many tries. Please wait a while and try again.`,
  timeout: t`That took too long. Please try again.`,
};

/**
 * By its codes, what the identity provider says in sentences of its own. English readers get those; it has them in no
 * other language.
 */
const providerMessages: Record<string, string> = language === 'en' ? {} : translated;

/** Sentences for codes whose own text speaks to developers; every other message stays as the provider gives it. */
const plainWords: Record<string, string> = {
  'network-request-failed': t`We could not reach the sign-in service. Check your connection and try again.`,
  'internal-error': t`The sign-in service had a problem. Please try again.`,
  'operation-not-allowed': t`This way of signing in is not switched on here. Please use another one.`,
  'web-storage-unsupported': t`Your browser does not let this site keep you signed in. Allow cookies and site data, then try again.`,
  'invalid-verification-code': t`This code is not right. Look again and type it once more.`,
  'invalid-verification-id': t`This code is no longer good. Please ask for another one.`,
  'missing-verification-id': t`Please ask for a code first.`,
  'code-expired': t`This code is no longer good. Please ask for another one.`,
  'invalid-phone-number': t`This is not a phone number that we can text to. Begin with + and the country code.`,
  'invalid-multi-factor-session': t`That took too long, or too many codes were wrong. Please sign in again.`,
  'multi-factor-info-not-found': t`This second step is not there any more.`,
  'second-factor-already-in-use': t`This phone number is a second step of yours already.`,
  'maximum-second-factor-count-exceeded': t`You have five second steps already. Remove one first.`,
  'unsupported-first-factor': t`A second step needs an account with an email address and a password.`,
  'unverified-email': t`Please confirm your email address first.`,
  'user-mismatch': t`This is another account than the one you are signed in with.`,
  'login-blocked': t`Signing in was stopped. Please try again later.`,
  'popup-blocked': t`Your browser blocked the window. Allow pop-ups for this site, then try again.`,
  'popup-closed-by-user': t`The Google window was closed before you were signed in. Please try again.`,
  'cancelled-popup-request': t`Another Google window was opened. Go on in that one.`,
  'user-cancelled': t`You did not go on with Google. Nothing has changed.`,
  'unauthorized-domain': t`Signing in with Google is not set up for this address of the site.`,
  'account-exists-with-different-credential': t`This email address has an account here already. Sign in as before, then link Google on your account page.`,
  'credential-already-in-use': t`This Google account belongs to another account here.`,
  'provider-already-linked': t`Your account is linked with a Google account already.`,
  'no-such-provider': t`Your account is not linked with Google.`,
  'session-not-found': t`That one has been signed out already.`,
  'too-many-requests': t`There were too many tries. Please wait a while and try again.`,
  'requires-recent-login': t`For this, please sign in again first. Your last sign-in was a while ago.`,
  'expired-action-code': t`This link is too old.`,
  'invalid-action-code': t`It was used already, a newer one took its place, or a part of it is missing.`,
  'missing-or-invalid-nonce': t`This sign-in took too long or was not yours. Please try again; it needs cookies to be allowed for this site.`,
  'temporarily-unavailable': t`Google could not be reached. Please try again in a moment.`,
};

/** The provider's sentence without the vendor's name before it and the code after it; only an English page shows it. */
export function providerMessage(code: string, message: string): string {
  const sentence = message.replace(/^Firebase:\s*/, '').replace(/(?<!\s)\s*\(auth\/[\w-]+\)\.?$/, '');
  const says = language === 'en' && sentence !== '' && sentence !== 'Error';
  return (
    plainWords[code] ?? providerMessages[code] ?? (says ? sentence : t`Signing in did not work (${code}).`)
  );
}
