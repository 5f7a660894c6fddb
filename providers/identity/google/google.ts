import { patientFetch } from '#platform/http/patient-fetch.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { openOpenIdProvider } from './openid.ts';
import { openStandIn } from './stand-in.ts';

/** Google by its OpenID settings; `stand-in`: a local choice of accounts; `off`: nobody signs in with Google. */
export type GoogleSetting = { clientId: string; clientSecret: string; issuer: string } | 'stand-in' | 'off';

export type Google = Awaited<ReturnType<typeof openGoogle>>;

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
 * `source` of Google identities, and `check`, which gives the claims of an ID token (undefined when Google is off).
 * `check` throws JOSEError for an invalid token, AppError unavailable when the issuer's keys are out of reach.
 */
export async function openGoogle({ setting, publicUrl, secrets, clock, fetch }: Options) {
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
