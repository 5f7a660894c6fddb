import type { BrowserContext } from '@playwright/test';
import type { Site, SiteSettings } from './site.ts';

export const hostedOrigins = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

export const hostedKey = 'AIza-a-key-of-hosted-firebase';

/** Settings of a site that keeps its accounts in hosted Firebase. */
export const hostedSettings: SiteSettings = {
  IDENTITY_PROVIDER: 'firebase',
  FIREBASE_API_KEY: hostedKey,
  FIREBASE_AUTH_DOMAIN: 'donors.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'donors',
};

/**
 * Forwards the page's requests to hosted Firebase to the identity provider of another site, which has the
 * same protocol.
 *
 * @returns the API keys that the page sent, filled as requests arrive
 */
export async function mockFirebase(context: BrowserContext, { url }: Site): Promise<Set<string | null>> {
  const { identity } = await (await context.request.get(`${url}/api/config`)).json();
  const keys = new Set<string | null>();
  await context.route(
    ({ origin }) => hostedOrigins.includes(origin),
    async (route) => {
      const requestUrl = new URL(route.request().url());
      keys.add(requestUrl.searchParams.get('key'));
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
      const response = await context.request.fetch(
        `${url}/identity${requestUrl.pathname}?key=${identity.apiKey}`,
        {
          method: route.request().method(),
          headers: { 'content-type': route.request().headers()['content-type'] ?? 'application/json' },
          data: route.request().postDataBuffer() ?? undefined,
        },
      );
      return route.fulfill({ status: response.status(), headers, json: await response.json() });
    },
  );
  return keys;
}

/**
 * Responds in place of the product server, which would fetch Google's public keys
 * (server/integrations/identity.test.ts tests that side).
 *
 * @returns the Authorization headers that the page sent, filled as requests arrive
 */
export async function mockProductServer(context: BrowserContext): Promise<string[]> {
  const authorizations: string[] = [];
  await context.route('**/api/user', async (route) => {
    authorizations.push(route.request().headers().authorization ?? '');
    const result = { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedId: 'uid' };
    await route.fulfill({ json: { token: 'a-token-of-ours', result } });
  });
  await context.route('**/api/session', (route) => route.fulfill({ status: 204 }));
  // The account page sends these requests with the token above.
  await context.route('**/api/user/reminders', (route) => route.fulfill({ json: { wanted: true } }));
  await context.route('**/api/opinions', (route) => route.fulfill({ json: [] }));
  const hours = { from: '08:00', to: '21:00' };
  await context.route('**/api/user/availability', (route) =>
    route.fulfill({
      json: { mayBeAsked: false, maxDistricts: 1, hours, channels: ['email'], urgentAtNight: false },
    }),
  );
  await context.route('**/api/user/access-log', (route) => route.fulfill({ json: [] }));
  return authorizations;
}
