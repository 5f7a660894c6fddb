import type { BrowserContext } from '@playwright/test';
import type { Site, SiteSettings } from './site.ts';

export const hostedOrigins = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

export const hostedKey = 'AIza-a-key-of-hosted-firebase';

/** A site whose accounts are hosted Firebase's. */
export const hostedSettings: SiteSettings = {
  IDENTITY_PROVIDER: 'firebase',
  FIREBASE_API_KEY: hostedKey,
  FIREBASE_AUTH_DOMAIN: 'donors.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'donors',
};

/**
 * Another site's provider answers in place of the hosted service, which speaks the same protocol. Gives the keys that
 * the hosted service was asked with.
 */
export async function respondAsFirebase(context: BrowserContext, { url }: Site): Promise<Set<string | null>> {
  const { identity } = await (await context.request.get(`${url}/api/config`)).json();
  const keys = new Set<string | null>();
  await context.route(
    ({ origin }) => hostedOrigins.includes(origin),
    async (route) => {
      const asked = new URL(route.request().url());
      keys.add(asked.searchParams.get('key'));
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
      const answer = await context.request.fetch(`${url}/identity${asked.pathname}?key=${identity.apiKey}`, {
        method: route.request().method(),
        headers: { 'content-type': route.request().headers()['content-type'] ?? 'application/json' },
        data: route.request().postDataBuffer() ?? undefined,
      });
      return route.fulfill({ status: answer.status(), headers, json: await answer.json() });
    },
  );
  return keys;
}

/**
 * The product server would ask Google for its keys (server/integrations/identity.test.ts shows that side): gives what
 * it was shown.
 */
export async function respondToServer(context: BrowserContext): Promise<string[]> {
  const shown: string[] = [];
  await context.route('**/api/user', async (route) => {
    shown.push(route.request().headers().authorization ?? '');
    const result = { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedId: 'uid' };
    await route.fulfill({ json: { token: 'a-token-of-ours', result } });
  });
  await context.route('**/api/session', (route) => route.fulfill({ status: 204 }));
  // What the account page asks with that token.
  await context.route('**/api/user/reminders', (route) => route.fulfill({ json: { wanted: true } }));
  await context.route('**/api/opinions', (route) => route.fulfill({ json: [] }));
  return shown;
}
