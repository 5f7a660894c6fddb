import { fetchWithTimeout } from '#platform/http/fetch-with-timeout.ts';
import type { GetSecret } from '#platform/security/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { createBuiltInGoogle } from './built-in-google.ts';
import { connectOpenIdProvider } from './openid.ts';

/** Google's OpenID settings, the built-in provider in place of Google, or no sign-in with Google (`off`). */
export type GoogleSetting = { clientId: string; clientSecret: string; issuer: string } | 'built-in' | 'off';

export type Google = Awaited<ReturnType<typeof createGoogle>>;

/** Mount path of the pages. */
export const pagesPath = '/identity/oauth/google';

type Options = {
  setting: GoogleSetting;
  publicUrl: string;
  getSecret: GetSecret;
  clock: Clock;
  fetch?: typeof fetch | undefined;
};

/**
 * Creates the source of Google identities, or returns undefined when Google is off. Its `verifyIdToken`
 * returns the claims of an ID token.
 * @throws JOSEError for an invalid token, AppError unavailable when the issuer's keys cannot be loaded
 */
export async function createGoogle({ setting, publicUrl, getSecret, clock, fetch }: Options) {
  if (setting === 'off') return undefined;
  if (setting === 'built-in') {
    return createBuiltInGoogle({ publicUrl, clock, key: await getSecret('identity-built-in-google-key') });
  }
  const callbackUrl = `${publicUrl}${pagesPath}/callback`;
  return connectOpenIdProvider({ ...setting, callbackUrl, clock, fetch: fetch ?? fetchWithTimeout() });
}
