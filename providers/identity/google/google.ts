import type { JWTPayload } from 'jose';
import { patientFetch } from '#platform/http/patient-fetch.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { type OpenIdProvider, openOpenIdProvider } from './openid.ts';
import { openStandIn, type StandIn } from './stand-in.ts';

/**
 * Google itself by its OpenID settings; `stand-in`: a local choice of accounts in its place; `off`: nobody signs in
 * with Google.
 */
export type GoogleSetting = { clientId: string; clientSecret: string; issuer: string } | 'stand-in' | 'off';

/** Where Google identities come from. */
export type Google = {
  source: OpenIdProvider | StandIn | undefined;
  /**
   * The claims of an ID token, once issuer, audience, signature and expiry are checked; undefined when Google is off.
   * @throws JOSEError for a token that is not good, AppError unavailable when the issuer's keys are out of reach
   */
  check(idToken: string): Promise<JWTPayload> | undefined;
};

/** Where the mounted pages stand. */
export const pagesPath = '/identity/oauth/google';

export async function openGoogle(options: {
  setting: GoogleSetting;
  publicUrl: string;
  secrets: Secrets;
  clock: Clock;
  fetch?: typeof fetch | undefined;
}): Promise<Google> {
  const { setting, publicUrl, clock } = options;
  if (setting === 'off') return { source: undefined, check: () => undefined };
  const source =
    setting === 'stand-in'
      ? openStandIn({ publicUrl, clock, key: await options.secrets('identity-google-stand-in') })
      : openOpenIdProvider({
          ...setting,
          callbackUrl: `${publicUrl}${pagesPath}/callback`,
          clock,
          fetch: options.fetch ?? patientFetch(),
        });
  return { source, check: source.check };
}
