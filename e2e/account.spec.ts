import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { again, button, openAccount, part } from './support/account.ts';
import { signIn } from './support/member.ts';
import { letSignInsAge } from './support/older-sign-in.ts';
import { mailedLink } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

/** Confirms what a mailed link asks. */
async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await button(page, 'Confirm').click();
}

test('[APT-01] [IDP-06] the greeting leads to the account by keyboard; a new name greets in every tab at once', async ({
  page,
  context,
  signedIn,
}) => {
  const other = await context.newPage();
  await other.goto('/dashboard/appointments');
  await expect(
    other.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` }),
  ).toBeVisible();

  await page.goto('/dashboard/appointments');
  await page.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Your account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveCount(4);
  await expectAccessible(page);

  await page.locator('input[name="name"]').fill('  ');
  await page.keyboard.press('Enter');
  await expect(part(page, 'How we greet you')).toContainText('Name Is required');
  await page.locator('input[name="name"]').fill('Rahima Begum');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your name is saved')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'hello Rahima Begum , Your Appointments' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Appointments' })
    .click();
  await expect(page.getByRole('heading', { name: 'hello Rahima Begum , Your Appointments' })).toBeVisible();
});

test.describe('the mail that confirms an address', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('[IDP-05] can be sent again; the open account page follows; a used link says so, and what to do next, signed in or not', async ({
    page,
    context,
    browser,
    signedIn,
    site,
  }) => {
    const over = (on: Page) => on.getByRole('heading', { name: 'This link does not work any more' });
    await openAccount(page);
    await expect(part(page, 'Email')).toContainText(signedIn.email);
    await expect(part(page, 'Email')).toContainText('Not confirmed yet');
    await button(page, 'Send the mail again').click();
    await expect(page.getByText('A link is on its way. Look into your spam folder too.')).toBeVisible();

    const link = await mailedLink(site.dataDir, signedIn.email, 'verifyEmail');
    const other = await context.newPage();
    await confirm(other, link);
    await expect(other.getByRole('main')).toContainText('Your email address is confirmed.');
    await expectAccessible(other);
    await expect(part(page, 'Email')).toContainText('Confirmed');
    await expect(button(page, 'Send the mail again')).toHaveCount(0);
    await expectAccessible(page);
    await other.getByRole('link', { name: 'Go to your account' }).click();
    await expect(part(other, 'Email')).toContainText('Confirmed');

    await confirm(page, link);
    await expect(over(page)).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await expect(part(page, 'Email')).toContainText('Confirmed');
    const elsewhere = await (await browser.newContext()).newPage();
    await confirm(elsewhere, link);
    await expect(over(elsewhere)).toBeFocused();
    await expect(elsewhere.getByRole('link', { name: 'Go to login' })).toBeVisible();
    await elsewhere.context().close();
  });
});

test.describe('another address', () => {
  // The session ends where the address changes: this browser asks about it, and may give up an access that has ended too.
  test.use({ expectedErrors: [/status of 400|status of 403 .*\/api\/session\)/] });

  test('[IDP-05] holds once its link is opened, and the old one can take it back', async ({
    page,
    signedIn,
    site,
  }) => {
    const address = `new-${signedIn.email}`;
    await openAccount(page);
    await part(page, 'Email').locator('input[name="email"]').fill('nonsense');
    await button(page, 'Change email').click();
    await expect(part(page, 'Email')).toContainText('Provide Valid Email');
    await part(page, 'Email').locator('input[name="email"]').fill(address);
    await button(page, 'Change email').click();
    await expect(part(page, 'Email').getByRole('status')).toContainText(
      `Until then ${signedIn.email} stays your address.`,
    );
    await expectAccessible(page);

    await confirm(page, await mailedLink(site.dataDir, address, 'verifyAndChangeEmail'));
    await expect(page.getByRole('main')).toContainText(
      'Your email address is changed. Please sign in again.',
    );
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await signIn(page, { ...signedIn, email: address });
    await openAccount(page);
    await expect(part(page, 'Email')).toContainText(address);
    await expect(part(page, 'Email')).toContainText('Confirmed');

    await confirm(page, await mailedLink(site.dataDir, signedIn.email, 'recoverEmail'));
    await expect(page.getByRole('main')).toContainText('Your old email address is back.');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await signIn(page, signedIn);
  });

  test('[IDP-06] a sign-in that is a while ago is repeated first', async ({ page, signedIn, site }) => {
    const address = `newer-${signedIn.email}`;
    await openAccount(page);
    letSignInsAge(site.dataDir);
    const email = part(page, 'Email').locator('input[name="email"]');
    await email.fill(address);
    await button(page, 'Change email').click();

    const field = again(page).locator('input[name="password"]');
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('autocomplete', 'current-password');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(again(page)).toBeHidden();
    await expect(email).toHaveValue(address);
    await expect(button(page, 'Change email')).toBeFocused();

    await page.keyboard.press('Enter');
    await field.fill('wrong horse');
    await page.keyboard.press('Enter');
    await expect(again(page).getByRole('alert')).toContainText(/password is invalid/i);
    await expectAccessible(page);
    await field.fill(signedIn.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('A link is on its way to your new address')).toBeVisible();
    await expect(again(page)).toBeHidden();
    await expect(email).toHaveValue('');
  });
});
