import { test } from './support/openid.ts';
import { expect } from './support/test.ts';

test('[IDP-03] [IDP-13] a real OpenID provider on another origin signs a user in, and its error shows a message', async ({
  page,
  openid,
}) => {
  const openWindow = async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue With Google' }).click();
    return opened;
  };
  await page.goto('/dashboard/appointments');
  await (await openWindow()).getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('You did not continue with Google. Nothing has changed.')).toBeVisible();

  const popup = await openWindow();
  await popup.waitForURL(`${openid.issuer}/**`);
  // Waits longer than the timeout for closed popups: a popup on another origin must not count as closed.
  await expect.poll(() => popup.evaluate(() => performance.now()), { timeout: 10_000 }).toBeGreaterThan(3000);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: /Continue as/ }).click();
  await closed;
  await expect(
    page.getByRole('heading', { name: `hello ${openid.person.name} , Your Appointments` }),
  ).toBeVisible();
});
