import { randomUUID } from 'node:crypto';
import {
  hostedKey,
  hostedOrigins,
  hostedSettings,
  respondAsFirebase,
  respondToServer,
} from './support/hosted-firebase.ts';
import { test as withOpenId } from './support/openid.ts';
import { type Site, startSite } from './support/site.ts';
import { expect } from './support/test.ts';

/**
 * The site with hosted accounts and a Google client of its own; `hosted` is who answers in place of the hosted service,
 * which speaks the same protocol.
 */
const test = withOpenId.extend<object, { hosted: Site }>({
  siteSettings: [({ openid }, use) => use({ ...hostedSettings, ...openid.settings }), { scope: 'worker' }],
  allowedOrigins: ({ openid }, use) => use([openid.issuer, ...hostedOrigins]),
  hosted: [
    async ({ openid }, use) => {
      const site = await startSite(openid.settings);
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

test.use({ expectedErrors: [/status of 400/] });

test('[LGN-03] [LGN-05] [IDP-03] [IDP-13] hosted Firebase serves the same pages, by configuration alone', async ({
  page,
  context,
  hosted,
}) => {
  const keys = await respondAsFirebase(context, hosted);
  const shown = await respondToServer(context);
  const submit = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
  const signedInByToken = async () => {
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toBe('a-token-of-ours');
    expect(shown.splice(0)).toEqual([expect.stringMatching(/^Bearer eyJ/)]);
    expect([...keys]).toEqual([hostedKey]);
  };

  await test.step('what it refuses is said in the same words', async () => {
    await page.goto('/login');
    await page.locator('[name=email]').fill('nobody@example.org');
    await page.locator('[name=password]').fill('correct horse 1');
    await submit('Login');
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/no user|not found|no account/i);
  });

  await test.step('the window of Google brings its token, which Firebase takes', async () => {
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

  await test.step('somebody registers', async () => {
    await page.goto('/register');
    await page.locator('[name=name]').fill('Rahima Khatun');
    await page.locator('[name=email]').fill(`rahima-${randomUUID()}@example.org`);
    await page.locator('[name=password]').fill('correct horse 1');
    await submit('Register');
    await expect(page.getByText('User Created Successfully')).toBeVisible();
    await signedInByToken();
  });

  await test.step('the account page says what Firebase does not do', async () => {
    await page.goto('/dashboard/account');
    const sessions = page.getByRole('region', { name: 'Where you are signed in' });
    await expect(sessions).toContainText(
      'We cannot list your devices. To sign out all other devices, change your password.',
    );
    await expect(sessions.getByRole('listitem')).toHaveCount(0);
    const steps = page.getByRole('region', { name: 'Two-step verification' });
    await expect(steps.getByRole('button', { name: 'Send me the link' })).toBeVisible();
  });
});
