import { randomUUID } from 'node:crypto';
import {
  hostedKey,
  hostedOrigins,
  hostedSettings,
  mockFirebase,
  mockProductServer,
} from './support/hosted-firebase.ts';
import { test as withOpenId } from './support/openid.ts';
import { type Site, startSite } from './support/site.ts';
import { expect } from './support/test.ts';

/**
 * A site with hosted accounts and its own Google client. `hosted` is another site that responds in place of
 * hosted Firebase, which has the same protocol.
 */
const test = withOpenId.extend<{ hosted: Site }>({
  siteSettings: ({ openid }, use) => use({ ...hostedSettings, ...openid.settings }),
  allowedOrigins: ({ openid }, use) => use([openid.issuer, ...hostedOrigins]),
  hosted: async ({ openid }, use) => {
    const site = await startSite(openid.settings);
    await use(site);
    await site.stop();
  },
});

test.use({ expectedErrors: [/status of 400/] });

test('[LGN-03] [LGN-05] [IDP-03] [IDP-13] the same pages work with hosted Firebase, with configuration only', async ({
  page,
  context,
  hosted,
}) => {
  const keys = await mockFirebase(context, hosted);
  const authorizations = await mockProductServer(context);
  const submit = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
  const signedInByToken = async () => {
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toBe('a-token-of-ours');
    expect(authorizations.splice(0)).toEqual([expect.stringMatching(/^Bearer eyJ/)]);
    expect([...keys]).toEqual([hostedKey]);
  };

  await test.step('a failed sign-in shows the same message', async () => {
    await page.goto('/login');
    await page.locator('[name=email]').fill('nobody@example.org');
    await page.locator('[name=password]').fill('correct horse 1');
    await submit('Login');
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/no user|not found|no account/i);
    await expect(page.getByRole('button', { name: /passkey/i })).toHaveCount(0);
  });

  await test.step('the Google popup returns a token that Firebase accepts', async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue With Google' }).click();
    const popup = await opened;
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: /Continue as/ }).click();
    await closed;
    await signedInByToken();
    await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step('a visitor registers', async () => {
    await page.goto('/register');
    await page.locator('[name=name]').fill('Rahima Khatun');
    await page.locator('[name=email]').fill(`rahima-${randomUUID()}@example.org`);
    await page.locator('[name=password]').fill('correct horse 1');
    await submit('Register');
    await expect(page.getByText('User Created Successfully')).toBeVisible();
    await signedInByToken();
  });

  await test.step('the account page explains what Firebase does not support', async () => {
    await page.goto('/dashboard/account');
    const sessions = page.getByRole('region', { name: 'Where you are signed in' });
    await expect(sessions).toContainText(
      'We cannot list your devices. To sign out all other devices, change your password.',
    );
    await expect(sessions.getByRole('listitem')).toHaveCount(0);
    const steps = page.getByRole('region', { name: 'Two-step verification' });
    await expect(steps).toContainText('Confirm your email address first.');
    await expect(page.getByRole('region', { name: 'Passkeys' })).toHaveCount(0);
  });
});
