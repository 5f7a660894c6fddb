import { startOpenIdProvider } from '#providers/identity/testing/openid-provider.ts';
import type { SiteSettings } from './site.ts';
import { test as plain } from './test.ts';

const person = { sub: '7', email: 'nusrat@example.org', email_verified: true, name: 'Nusrat Jahan' };

type OpenId = {
  issuer: string;
  person: typeof person /** For a site that signs in with it. */;
  settings: SiteSettings;
};

/** A real OpenID provider, at an origin of its own as Google's is, and the site set up to sign in with it. */
export const test = plain.extend<object, { openid: OpenId }>({
  openid: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      // The port of a loopback address is not looked at.
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
    { scope: 'worker' },
  ],
  siteSettings: [({ openid }, use) => use(openid.settings), { scope: 'worker' }],
  allowedOrigins: ({ openid }, use) => use([openid.issuer]),
});
