import type { BrowserContext } from '@playwright/test';
import { type Site, startSite } from './support/site.ts';
import { expect, test } from './support/test.ts';

const hosted = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
const email = 'rahima@example.org';
const password = 'correct horse 1';

test.use({
  siteSettings: {
    IDENTITY_PROVIDER: 'firebase',
    FIREBASE_API_KEY: 'AIza-a-key-of-hosted-firebase',
    FIREBASE_AUTH_DOMAIN: 'donors.firebaseapp.com',
    FIREBASE_PROJECT_ID: 'donors',
  },
  allowedOrigins: hosted,
});

/** A site of its own whose provider answers in place of the hosted service, which speaks the same protocol. */
let standIn: Awaited<ReturnType<typeof startSite>>;
test.beforeAll(async () => {
  standIn = await startSite();
});
test.afterAll(() => standIn.stop());

/** Gives the keys that the hosted service was asked with. */
async function answerFor(context: BrowserContext, { url }: Site): Promise<Set<string | null>> {
  const { identity } = await (await context.request.get(`${url}/api/config`)).json();
  const keys = new Set<string | null>();
  await context.route(
    ({ origin }) => hosted.includes(origin),
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

test('[LGN-03] hosted Firebase serves the same pages, by configuration alone', async ({ page, context }) => {
  const keys = await answerFor(context, standIn);
  const shown: string[] = [];
  // The product server would ask Google for its keys: server/third-parties/identity.test.ts shows that side.
  await context.route('**/api/user', async (route) => {
    shown.push(route.request().headers().authorization ?? '');
    const result = { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedId: 'uid' };
    await route.fulfill({ json: { token: 'a-token-of-ours', result } });
  });
  await page.goto('/register');
  await page.locator('[name=name]').fill('Rahima Khatun');
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toBe('a-token-of-ours');
  expect(shown).toEqual([expect.stringMatching(/^Bearer eyJ/)]);
  expect([...keys]).toEqual(['AIza-a-key-of-hosted-firebase']);
});

test.describe('a refusal', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('[LGN-05] what hosted Firebase refuses is said in the same words', async ({ page, context }) => {
    await answerFor(context, standIn);
    await page.goto('/login');
    await page.locator('[name=email]').fill('nobody@example.org');
    await page.locator('[name=password]').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/no user|not found|no account/i);
  });
});
