/** Sentences for codes whose own text speaks to developers; every other message stays as the provider gives it. */
const plainWords: Record<string, string> = {
  'network-request-failed': 'We could not reach the sign-in service. Check your connection and try again.',
  'internal-error': 'The sign-in service had a problem. Please try again.',
  'operation-not-allowed': 'This way of signing in is not switched on here. Please use another one.',
  'web-storage-unsupported':
    'Your browser does not let this site keep you signed in. Allow cookies and site data, then try again.',
  'user-mismatch': 'This is another account than the one you are signed in with.',
  'login-blocked': 'Signing in was stopped. Please try again later.',
};

/** The provider's sentence without the vendor's name before it and the code after it. */
export function identityWords(code: string, message: string): string {
  const sentence = message.replace(/^Firebase:\s*/, '').replace(/\s*\(auth\/[\w-]+\)\.?$/, '');
  const says = sentence !== '' && sentence !== 'Error';
  return plainWords[code] ?? (says ? sentence : `Signing in did not work (${code}).`);
}
