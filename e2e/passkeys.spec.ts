import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { backdateSignIns, button, openAccount, reauthDialog, runSql, section } from './support/account.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { confirmEmail, submitSignIn } from './support/member.ts';
import { moveMouse } from './support/navigation.ts';
import { emailedLink, newestEmail } from './support/outbox.ts';
import { readOwnerLink } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const passkeys = (page: Page) => section(page, 'Passkeys');
const rows = (page: Page) => passkeys(page).getByRole('listitem');
const offer = (page: Page) => page.getByRole('alertdialog', { name: 'Sign in without a password next time' });
const passkeyButton = (page: Page) => button(page, 'Sign in with a passkey');
const alert = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ });

/**
 * Signs out. The virtual authenticator would accept a suggested passkey immediately, so the login page
 * suggests none until the next page load.
 */
async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

// Chromium logs an error for a passkey that was removed, and for a sign-in that is too old.
test.use({ siteSettings: {}, expectedErrors: [/status of (400|403|409)/] });

test('a donor adds a passkey, signs in with it and removes it', async ({ page, request, site, member }) => {
  await confirmEmail(request, site, member);
  const phone = await addAuthenticator(page);

  await test.step('after a sign-in with a password the site offers a passkey, once', async () => {
    // The form is sent before its passkey button is there.
    const { promise: untilOffered, resolve: showButton } = Promise.withResolvers<void>();
    await page.route(/passkey-sign-in/, (route) => untilOffered.then(() => route.continue()));
    await page.goto('/login');
    await submitSignIn(page, member);
    await expect(offer(page)).toBeVisible();
    showButton();
    await expect(page).toHaveURL('/');
    await expectAccessible(page);
    await offer(page).getByRole('button', { name: 'Create a passkey' }).click();
    await expect(page.getByText('Your passkey is ready')).toBeVisible();
    await expect.poll(phone.countPasskeys).toBe(1);
    await newestEmail(site.dataDir, member.email, ({ subject }) => /A passkey was added/.test(subject ?? ''));
  });

  await test.step('the account page lists it, and the device stays signed in', async () => {
    await openAccount(page);
    await expect(rows(page)).toHaveText([/Chrome on Linux.*not used yet/]);
    await expect(section(page, 'Where you are signed in')).toContainText('This device has a passkey');
    await expectAccessible(page);
    await button(page, 'Add a passkey').click();
    await expect(passkeys(page).getByRole('alert')).toHaveText(
      'This device already has a passkey for your account.',
    );
  });

  await test.step('the donor renames it', async () => {
    await rows(page).getByRole('button', { name: 'Rename the passkey Chrome on Linux' }).click();
    const name = passkeys(page).getByRole('textbox', { name: 'Name of this passkey' });
    await expect(name).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('Phone on my desk');
    await page.keyboard.press('Enter');
    await expect(passkeys(page).getByRole('status')).toHaveText('The passkey is renamed.');
    await expect(rows(page)).toHaveText([/^Phone on my desk/]);
  });

  await test.step('the button signs in without an address', async () => {
    await signOut(page);
    await expect(passkeyButton(page)).toBeVisible();
    await expectAccessible(page);
    await passkeyButton(page).click();
    await expect(page).toHaveURL('/');
    await openAccount(page);
    await expect(rows(page)).toHaveText([/last used/]);
  });

  await test.step('the email field suggests the passkey', async () => {
    await signOut(page);
    await expect(page.locator('input[name="email"]')).toHaveAttribute('autocomplete', 'username webauthn');
    await page.reload();
    await moveMouse(page);
    await expect(page).toHaveURL('/');
  });

  await test.step('a passkey confirms an old sign-in', async () => {
    backdateSignIns(site.dataDir);
    await openAccount(page);
    await button(page, 'Add a passkey').click();
    await reauthDialog(page).getByRole('button', { name: 'Use a passkey' }).click();
    await expect(passkeys(page).getByRole('alert')).toHaveText(
      'This device already has a passkey for your account.',
    );
  });

  await test.step('a security key holds a second passkey', async () => {
    const key = await addAuthenticator(page, 'usb');
    await button(page, 'Add a passkey').click();
    await expect(passkeys(page).getByRole('status')).toHaveText(
      'The passkey is added. You can now sign in with it.',
    );
    await expect(rows(page)).toHaveCount(2);
    await key.remove();
  });

  await test.step('without the screen lock, the passkey does not sign in', async () => {
    await signOut(page);
    await phone.setVerified(false);
    await passkeyButton(page).click();
    await expect(passkeyButton(page)).not.toHaveAttribute('aria-busy');
    await expect(page).toHaveURL(/\/login$/);
    await phone.setVerified(true);
  });

  await test.step('a removed passkey no longer signs in', async () => {
    await submitSignIn(page, member);
    // Passkeys are not offered again.
    await expect(page).toHaveURL('/');
    await openAccount(page);
    await rows(page)
      .first()
      .getByRole('button', { name: /Remove/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    // The password alone is not enough.
    await expect(reauthDialog(page)).toContainText('Your account has a passkey.');
    await expectAccessible(page);
    await reauthDialog(page).getByRole('button', { name: 'Email me a link' }).click();
    await expect(reauthDialog(page)).toContainText('Open it in this browser');
    const otherTab = await page.context().newPage();
    await otherTab.goto(await emailedLink(site.dataDir, member.email, 'signIn'));
    await expect(otherTab).toHaveURL(/\/dashboard\/account$/);
    await otherTab.close();
    await expect(passkeys(page).getByRole('status')).toHaveText('The passkey is removed.');
    await expect(rows(page)).toHaveCount(1);
    await signOut(page);
    await passkeyButton(page).click();
    await expect(alert(page)).toHaveText('This passkey was removed from its account. Sign in another way.');
  });

  await test.step('a new password removes the passkeys of lost devices', async () => {
    await page.locator('input[name="email"]').fill(member.email);
    await button(page, 'Forget Password ?').click();
    await button(page, 'Send link').click();
    runSql(site.dataDir, `update identity_passkey set name = '${'Chrome'.repeat(20)}'`);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(await emailedLink(site.dataDir, member.email, 'resetPassword'));
    await page.getByRole('checkbox', { name: /ChromeChrome/ }).check();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
    await page.locator('input[name="password"]').fill('another pass 2');
    await button(page, 'Save password').click();
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
    await page.goto('/login');
    await submitSignIn(page, { ...member, password: 'another pass 2' });
    await expect(page).toHaveURL('/');
    await openAccount(page);
    await expect(passkeys(page).getByRole('button', { name: 'Add a passkey' })).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
  });

  await test.step('the donor marks the device as their own', async () => {
    const sessions = section(page, 'Where you are signed in');
    await sessions.getByRole('button', { name: 'Keep me signed in on this device' }).click();
    await expect(sessions).toContainText('You stay signed in on this device between donations.');
    await sessions.getByRole('button', { name: 'Do not keep me signed in' }).click();
    await expect(sessions).toContainText('Is this device only yours?');
  });
});

test('a passkey opens the pages of the staff that show data of others', async ({
  browser,
  page,
  request,
  site,
  member,
}) => {
  await confirmEmail(request, site, member);
  await page.goto('/login');
  await submitSignIn(page, member);
  await expect(page).toHaveURL('/');
  await page.goto(await readOwnerLink(site));
  await button(page, 'Become the owner').click();
  await expect(section(page, 'Your shift')).toBeVisible();
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'People' }).click();
  await expect(section(page, 'Two-step verification')).toContainText('You need it for pages');
  const phone = await addAuthenticator(page);
  await expectAccessible(page);
  await button(page, 'Create a passkey').click();
  await expect(section(page, 'People')).toContainText(member.email);
  expect(await phone.countPasskeys()).toBe(1);
  // Simulates a sign-in with the password.
  runSql(site.dataDir, 'update sessions set second_factor = null');
  await page.reload();
  await expect(section(page, 'Two-step verification').getByRole('button').first()).toHaveText(
    'Use a passkey',
  );
  await button(page, 'Use a passkey').click();
  await expect(section(page, 'People')).toContainText(member.email);

  await test.step('the link in the email about it removes the passkey on another device, although the account has a role', async () => {
    await using other = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
    const owner = await other.newPage();
    await owner.goto(await emailedLink(site.dataDir, member.email, 'revertSecondFactorAddition'));
    await button(owner, 'Confirm').click();
    await expect(owner.getByRole('main')).toContainText('The verification method is removed');
    await owner.goto('/login');
    await submitSignIn(owner, member);
    await expect(owner).toHaveURL(/\/staff$/);
    await openAccount(owner);
    await expect(button(owner, 'Add a passkey')).toBeVisible();
    await expect(rows(owner)).toHaveCount(0);
  });
});
