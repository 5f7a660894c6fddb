import { test } from './support/openid.ts';
import { expect } from './support/test.ts';

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
  await expect(
    page.getByRole('heading', { name: `hello ${openid.person.name} , Your Appointments` }),
  ).toBeVisible();
});

test('[IDP-13] its refusal comes through', async ({ page }) => {
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue With Google' }).click();
  await (await opened).getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('You did not go on with Google. Nothing has changed.')).toBeVisible();
});
