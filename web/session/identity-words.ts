/** Sentences for codes whose own text speaks to developers; every other message stays as the provider gives it. */
const plainWords: Record<string, string> = {
  'network-request-failed': 'We could not reach the sign-in service. Check your connection and try again.',
  'internal-error': 'The sign-in service had a problem. Please try again.',
  'operation-not-allowed': 'This way of signing in is not switched on here. Please use another one.',
  'web-storage-unsupported':
    'Your browser does not let this site keep you signed in. Allow cookies and site data, then try again.',
  'invalid-verification-code': 'This code is not right. Look again and type it once more.',
  'invalid-verification-id': 'This code is no longer good. Please ask for another one.',
  'missing-verification-id': 'Please ask for a code first.',
  'code-expired': 'This code is no longer good. Please ask for another one.',
  'invalid-phone-number':
    'This is not a phone number that we can text to. Begin with + and the country code.',
  'invalid-multi-factor-session': 'That took too long, or too many codes were wrong. Please sign in again.',
  'multi-factor-info-not-found': 'This second step is not there any more.',
  'second-factor-already-in-use': 'This phone number is a second step of yours already.',
  'maximum-second-factor-count-exceeded': 'You have five second steps already. Remove one first.',
  'unsupported-first-factor': 'A second step needs an account with an email address and a password.',
  'unverified-email': 'Please confirm your email address first.',
  'user-mismatch': 'This is another account than the one you are signed in with.',
  'login-blocked': 'Signing in was stopped. Please try again later.',
  'popup-blocked': 'Your browser blocked the window. Allow pop-ups for this site, then try again.',
  'popup-closed-by-user': 'The Google window was closed before you were signed in. Please try again.',
  'cancelled-popup-request': 'Another Google window was opened. Go on in that one.',
  'user-cancelled': 'You did not go on with Google. Nothing has changed.',
  'unauthorized-domain': 'Signing in with Google is not set up for this address of the site.',
  'account-exists-with-different-credential':
    'This email address has an account here already. Sign in as before, then link Google on your account page.',
  'credential-already-in-use': 'This Google account belongs to another account here.',
  'provider-already-linked': 'Your account is linked with a Google account already.',
  'no-such-provider': 'Your account is not linked with Google.',
  'session-not-found': 'That one has been signed out already.',
  'too-many-requests': 'There were too many tries. Please wait a while and try again.',
  'requires-recent-login': 'For this, please sign in again first. Your last sign-in was a while ago.',
  'expired-action-code': 'This link is too old.',
  'invalid-action-code': 'It was used already, a newer one took its place, or a part of it is missing.',
  'missing-or-invalid-nonce':
    'This sign-in took too long or was not yours. Please try again; it needs cookies to be allowed for this site.',
  'temporarily-unavailable': 'Google could not be reached. Please try again in a moment.',
};

/** The provider's sentence without the vendor's name before it and the code after it. */
export function identityWords(code: string, message: string): string {
  const sentence = message.replace(/^Firebase:\s*/, '').replace(/\s*\(auth\/[\w-]+\)\.?$/, '');
  const says = sentence !== '' && sentence !== 'Error';
  return plainWords[code] ?? (says ? sentence : `Signing in did not work (${code}).`);
}
