import { fetchWithTimeout } from '#platform/http/fetch-with-timeout.ts';
import type { Secrets } from '#platform/security/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { createBuiltInGoogle } from './built-in-google.ts';
import { connectOpenIdProvider } from './openid.ts';

/** Google by its OpenID settings; `stand-in`: a local choice of accounts; `off`: nobody signs in with Google. */
export type GoogleSetting = { clientId: string; clientSecret: string; issuer: string } | 'stand-in' | 'off';

export type Google = Awaited<ReturnType<typeof createGoogle>>;

/** Where the pages are mounted. */
export const pagesPath = '/identity/oauth/google';

type Options = {
  setting: GoogleSetting;
  publicUrl: string;
  secrets: Secrets;
  clock: Clock;
  fetch?: typeof fetch | undefined;
};

/**
 * The source of Google identities; undefined when Google is off. Its `check` gives the claims of an ID token, and throws
 * JOSEError for an invalid one, AppError unavailable when the issuer's keys are out of reach.
 */
export async function createGoogle({ setting, publicUrl, secrets, clock, fetch }: Options) {
  if (setting === 'off') return undefined;
  if (setting === 'stand-in') {
    return createBuiltInGoogle({ publicUrl, clock, key: await secrets('identity-google-stand-in') });
  }
  const callbackUrl = `${publicUrl}${pagesPath}/callback`;
  return connectOpenIdProvider({ ...setting, callbackUrl, clock, fetch: fetch ?? fetchWithTimeout() });
}
