import type { JWTPayload } from 'jose';
import { patientFetch } from '#platform/http/patient-fetch.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { type OpenIdProvider, openOpenIdProvider } from './openid.ts';
import { openStandIn, type StandIn } from './stand-in.ts';

/** Google by its OpenID settings; `stand-in`: a local choice of accounts; `off`: nobody signs in with Google. */
export type GoogleSetting = { clientId: string; clientSecret: string; issuer: string } | 'stand-in' | 'off';

/** Where Google identities come from. */
export type Google = {
  source: OpenIdProvider | StandIn | undefined;
  /**
   * The claims of a checked ID token; undefined when Google is off.
   * @throws JOSEError for an invalid token, AppError unavailable when the issuer's keys are out of reach
   */
  check(idToken: string): Promise<JWTPayload> | undefined;
};

/** Where the pages are mounted. */
export const pagesPath = '/identity/oauth/google';

type Options = {
  setting: GoogleSetting;
  publicUrl: string;
  secrets: Secrets;
  clock: Clock;
  fetch?: typeof fetch | undefined;
};

export async function openGoogle({ setting, publicUrl, secrets, clock, fetch }: Options): Promise<Google> {
  if (setting === 'off') return { source: undefined, check: () => undefined };
  const source =
    setting === 'stand-in'
      ? openStandIn({ publicUrl, clock, key: await secrets('identity-google-stand-in') })
      : openOpenIdProvider({
          ...setting,
          callbackUrl: `${publicUrl}${pagesPath}/callback`,
          clock,
          fetch: fetch ?? patientFetch(),
        });
  return { source, check: source.check };
}
