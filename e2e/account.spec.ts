import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { backdateSignIns, button, openAccount, reauthDialog, section } from './support/account.ts';
import { addAppointment } from './support/appointments.ts';
import { signIn } from './support/member.ts';
import { emailedLink } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const email = (page: Page) => section(page, 'Email');
const greeting = (page: Page, name: string) =>
  page.getByRole('heading', { name: `hello ${name} , Your Appointments` });

/** Opens an emailed link and confirms the action. */
async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await button(page, 'Confirm').click();
}

// A used link gets 400. A changed email address ends the session, so a later request to end it gets 403.
test.use({ expectedErrors: [/status of 400|status of 403 .*\/api\/session\)/] });

test('[APT-01] [IDP-05] [IDP-06] a new name and a confirmed email address show in all tabs immediately', async ({
  page,
  context,
  browser,
  signedIn,
  request,
  site,
}) => {
  const other = await context.newPage();
  const notice = other.getByRole('region', { name: 'Confirm your email address' });
  const usedLinkHeading = (on: Page) => on.getByRole('heading', { name: 'This link no longer works' });

  await test.step('a user who books without a confirmed email address sees a notice and requests the link', async () => {
    await addAppointment(request, signedIn);
    await other.goto('/dashboard/appointments');
    await expect(greeting(other, signedIn.name)).toBeVisible();
    await expect(notice).toContainText(signedIn.email);
    await expect(notice).toContainText('we cannot email you reminders or receipts');
    await expectAccessible(other);
    await notice.getByRole('button', { name: 'Send the confirmation email' }).click();
    await expect(other.getByText('A link is on its way.')).toBeVisible();
  });
  const first = await emailedLink(site.dataDir, signedIn.email, 'verifyEmail');

  await test.step('the keyboard leads from the greeting to the account page, and a new name shows in all tabs', async () => {
    await page.goto('/dashboard/appointments');
    await greeting(page, signedIn.name).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Request Appointment' })).toBeFocused();
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    await menu.getByRole('link', { name: 'Your account' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeFocused();
    await expect(menu.getByRole('link')).toHaveCount(6);
    await expectAccessible(page);

    await page.locator('input[name="name"]').fill('  ');
    await page.keyboard.press('Enter');
    await expect(section(page, 'Your name')).toContainText('Name Is required');
    await page.locator('input[name="name"]').fill('Rahima Begum');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your name is saved')).toBeVisible();
    await expect(greeting(other, 'Rahima Begum')).toBeVisible();
  });

  await test.step('the email can be sent again, and opening its link in another tab updates the open pages', async () => {
    await expect(email(page)).toContainText(signedIn.email);
    await expect(email(page)).toContainText('Not confirmed yet');
    await expect(page.getByRole('button', { name: /confirmation email|the link/ })).toHaveCount(1);
    await button(page, 'Send the confirmation email').click();
    await expect(page.getByText('A link is on its way. Check your spam folder.')).toBeVisible();
    const newestLink = () => emailedLink(site.dataDir, signedIn.email, 'verifyEmail');
    await expect.poll(newestLink).not.toBe(first);
    const link = await newestLink();

    const linkPage = await context.newPage();
    const exchangeResponse = linkPage.waitForResponse((response) => response.url().endsWith('/api/user'));
    await confirm(linkPage, link);
    await expect(linkPage.getByRole('main')).toContainText('Your email address is confirmed.');
    await expectAccessible(linkPage);
    expect((await exchangeResponse).status()).toBe(200);
    await expect(notice).toHaveCount(0);
    await expect(email(page)).toContainText('Confirmed');
    await expect(button(page, 'Send the confirmation email')).toHaveCount(0);
    await expectAccessible(page);
    await linkPage.getByRole('link', { name: 'Go to your account' }).click();
    await expect(email(linkPage)).toContainText('Confirmed');

    // The first link was requested on the page of the appointments, and leads back there.
    await confirm(linkPage, first);
    await linkPage.getByRole('link', { name: 'Continue' }).click();
    await expect(greeting(linkPage, 'Rahima Begum')).toBeVisible();

    const token = await page.evaluate(() => localStorage.getItem('accessJwtToken'));
    const headers = { authorization: `Bearer ${token}` };
    const { user } = await (await request.get('/api/user/export', { headers })).json();
    expect(user.emailConfirmedAt).toMatch(/Z$/);

    await test.step('a used link shows an error and the next step, signed in or not', async () => {
      await confirm(page, link);
      await expect(usedLinkHeading(page)).toBeFocused();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Go to your account' }).click();
      await expect(email(page)).toContainText('Confirmed');
      const signedOutPage = await (await browser.newContext()).newPage();
      await confirm(signedOutPage, link);
      await expect(usedLinkHeading(signedOutPage)).toBeFocused();
      await expect(signedOutPage.getByRole('link', { name: 'Go to login' })).toBeVisible();
      await signedOutPage.context().close();
    });
  });
});

test('[IDP-05] [IDP-06] a new email address requires a new sign-in and the emailed link, and can be reverted', async ({
  page,
  signedIn,
  site,
}) => {
  const address = `new-${signedIn.email}`;
  const field = email(page).locator('input[name="email"]');
  const password = reauthDialog(page).locator('input[name="password"]');

  await test.step('the user signs in again first when the last sign-in is too old', async () => {
    await openAccount(page);
    await field.fill('nonsense');
    await button(page, 'Change email').click();
    await expect(email(page)).toContainText('Provide Valid Email');
    backdateSignIns(site.dataDir);
    await field.fill(address);
    await button(page, 'Change email').click();
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(reauthDialog(page)).toBeHidden();
    await expect(field).toHaveValue(address);
    await expect(button(page, 'Change email')).toBeFocused();

    await page.keyboard.press('Enter');
    await password.fill('wrong horse');
    await page.keyboard.press('Enter');
    await expect(reauthDialog(page).getByRole('alert')).toContainText(/password is invalid/i);
    await expectAccessible(page);
    await password.fill(signedIn.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('We sent a link to your new address')).toBeVisible();
    await expect(reauthDialog(page)).toBeHidden();
    await expect(field).toHaveValue('');
    await expect(email(page).getByRole('status')).toContainText(
      `Until then, your address is still ${signedIn.email}.`,
    );
    await expectAccessible(page);
  });

  await test.step('the new address takes effect', async () => {
    await confirm(page, await emailedLink(site.dataDir, address, 'verifyAndChangeEmail'));
    await expect(page.getByRole('main')).toContainText('Your email address is changed. Sign in again.');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await signIn(page, { ...signedIn, email: address });
    await openAccount(page);
    await expect(email(page)).toContainText(address);
    await expect(email(page)).toContainText('Confirmed');
  });

  await test.step('the old address reverts the change', async () => {
    await confirm(page, await emailedLink(site.dataDir, signedIn.email, 'recoverEmail'));
    await expect(page.getByRole('main')).toContainText('Your old email address is restored.');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await signIn(page, signedIn);
  });
});
