import { blockWindows, choose, continueWithGoogle, openChooser, somebody } from './support/google.ts';
import { codeOf } from './support/second-factor.ts';
import { expect, test } from './support/test.ts';

test('[IDP-03] [IDP-12] Google is linked to an account and unlinked, and opens it meanwhile', async ({
  page,
  signedIn,
}) => {
  const shirin = somebody();
  await page.goto('/dashboard/account');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Link Google' }).click();
  const popup = await opened;
  await choose(popup, shirin);
  await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await choose(await openChooser(page), shirin);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/dashboard/appointments');
  await expect(
    page.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` }),
  ).toBeVisible();

  await page.goto('/dashboard/account');
  await page.getByRole('button', { name: 'Unlink Google' }).click();
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible();
});

test('[IDP-03] [IDP-07] who has a second step is asked for it after Google too, by window and by visit', async ({
  page,
  context,
}) => {
  const shirin = somebody();
  await page.goto('/login');
  await choose(await openChooser(page), shirin);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/dashboard/account');
  const part = page.getByRole('region', { name: 'Two-step sign-in' });
  await part.getByRole('button', { name: 'Add an authenticator app' }).click();
  const key = (await part.locator('code').innerText()).replaceAll(' ', '');
  const codeField = page.locator('input[name="code"]');
  await codeField.fill(codeOf(key));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(part.getByRole('status').filter({ hasText: 'Two-step sign-in is on.' })).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await page.goto('/dashboard/donors');
  await choose(await openChooser(page), shirin);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused();
  // No code is good twice; the one of the next step is good already.
  await codeField.fill(codeOf(key, 1));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/donors$/);
  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);

  const other = await context.newPage();
  await blockWindows(other);
  await other.goto('/login');
  await continueWithGoogle(other).click();
  await choose(other, shirin);
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible();
});
