import { startOpenIdProvider } from '#providers/identity/testing/openid-provider.ts';
import type { SiteSettings } from './site.ts';
import { test as plain } from './test.ts';

const person = { sub: '7', email: 'nusrat@example.org', email_verified: true, name: 'Nusrat Jahan' };

type OpenId = {
  issuer: string;
  person: typeof person;
  /** The settings of a site that uses this provider. */
  settings: SiteSettings;
};

/** Starts an OpenID provider on a separate origin, as Google's is, and a site that signs in with it. */
export const test = plain.extend<{ openid: OpenId }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  openid: async ({}, use) => {
    // The provider ignores the port of a loopback address.
    const callbackUrl = 'http://localhost/identity/oauth/google/callback';
    await using openid = await startOpenIdProvider({ callbackUrl, person });
    const { clientId, clientSecret, issuer } = openid.setting;
    const settings = {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: issuer,
    };
    await use({ issuer, person, settings });
  },
  siteSettings: ({ openid }, use) => use(openid.settings),
  allowedOrigins: ({ openid }, use) => use([openid.issuer]),
});
