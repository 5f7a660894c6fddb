import { startOpenIdProvider } from '#providers/identity/testing/openid-provider.ts';
import { expect, test as plain } from './support/test.ts';

const person = { sub: '7', email: 'nusrat@example.org', email_verified: true, name: 'Nusrat Jahan' };

type OpenId = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** The site with a real OpenID provider, at an origin of its own as Google's is. */
const test = plain.extend<object, { openid: OpenId }>({
  openid: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      // The port of a loopback address is not looked at.
      const callbackUrl = 'http://localhost/identity/oauth/google/callback';
      await using openid = await startOpenIdProvider({ callbackUrl, person });
      await use(openid);
    },
    { scope: 'worker' },
  ],
  siteSettings: [
    async ({ openid: { setting } }, use) =>
      use({
        GOOGLE_CLIENT_ID: setting.clientId,
        GOOGLE_CLIENT_SECRET: setting.clientSecret,
        GOOGLE_ISSUER: setting.issuer,
      }),
    { scope: 'worker' },
  ],
  allowedOrigins: ({ openid }, use) => use([openid.issuer]),
});

test('[IDP-03] [IDP-13] a real OpenID provider at another origin signs a person in', async ({
  page,
  openid,
}) => {
  await page.goto('/dashboard/appointments');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue With Google' }).click();
  const popup = await opened;
  await popup.waitForURL(`${openid.issuer}/**`);
  // Longer than a closed window is waited for: one at another origin must not look closed.
  await expect.poll(() => popup.evaluate(() => performance.now()), { timeout: 10_000 }).toBeGreaterThan(3000);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: /Go on as/ }).click();
  await closed;
  await expect(page.getByRole('heading', { name: `hello ${person.name} , Your Appointments` })).toBeVisible();
});

test('[IDP-13] its refusal comes through', async ({ page }) => {
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue With Google' }).click();
  await (await opened).getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('You did not go on with Google. Nothing has changed.')).toBeVisible();
});
