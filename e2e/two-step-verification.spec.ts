import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { backdateSignIns, totpCode } from './support/account.ts';
import { confirmEmail, type Member, signIn } from './support/member.ts';
import { emailedLink, textMessageCode } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const main = (page: Page) => page.getByRole('main');
const section = (page: Page) => page.getByRole('region', { name: 'Two-step verification' });
const alert = (page: Page) => main(page).getByRole('alert').filter({ hasText: /\w/ });
const code = (page: Page) => page.locator('input[name="code"]');
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true });

async function addApp(page: Page): Promise<string> {
  await section(page).getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(section(page).getByRole('img', { name: /QR code/ })).toBeVisible();
  const key = (await section(page).locator('code').innerText()).replaceAll(' ', '');
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  return key;
}

/**
 * Adds an authenticator app on the open account page and returns its key. The email address must be
 * confirmed.
 */
async function addAppAndConfirm(page: Page): Promise<string> {
  const key = await addApp(page);
  await code(page).fill(totpCode(key));
  await confirm(page).click();
  await expect(section(page).getByRole('listitem').filter({ hasText: 'Authenticator app' })).toHaveCount(1);
  return key;
}

async function removeApp(page: Page): Promise<void> {
  await section(page).getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
}

/** Adds a phone number in the national format (01712345678) and returns the code that was sent. */
async function addPhone(page: Page, dataDir: string, phone: string): Promise<string> {
  await section(page).getByRole('button', { name: 'Add a phone number' }).click();
  await section(page)
    .locator('input[name="phone"]')
    .fill(`${phone.slice(0, 5)}-${phone.slice(5)}`);
  await section(page).getByRole('button', { name: 'Send code' }).click();
  await expect(code(page)).toBeVisible();
  const sent = await textMessageCode(dataDir, `+88${phone}`);
  await code(page).fill(sent);
  await confirm(page).click();
  await expect(section(page).getByRole('status')).toContainText('Two-step verification is on.');
  return sent;
}

async function signOutAndIn(page: Page, { email, password }: Member): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await main(page).getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Verification' })).toBeVisible();
}

// Removing a factor from an email ends all sessions, which an open page notices. Adding one replaces the
// session. A request of the account page that is on its way is then rejected, and the page repeats it.
test.use({
  expectedErrors: [
    /status of 400|status of 403 .*\/api\/session\)|status of 40[13] .*\/api\/user\/access-log\)/,
  ],
});

test('[IDP-07] an authenticator app is added, removed by the emailed link, added again, used and removed', async ({
  page,
  signedIn,
  site,
}) => {
  await test.step('the app can be added once the email address is confirmed', async () => {
    await page.goto('/dashboard/account');
    await expect(section(page)).toContainText('Confirm your email address first.');
    await main(page).getByRole('button', { name: 'Send the confirmation email' }).click();
    await page.goto(await emailedLink(site.dataDir, signedIn.email, 'verifyEmail'));
    await confirm(page).click();
    await expect(main(page)).toContainText('Your email address is confirmed.');
    await page.goto('/dashboard/account');
    const key = await addApp(page);
    // Otherwise the sticky bar covers half of a button, which axe finds too small.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);
    await code(page).fill('12345');
    await confirm(page).click();
    await expect(section(page)).toContainText('Enter the 6-digit code');
    await code(page).fill(totpCode(key, 40));
    await confirm(page).click();
    await expect(alert(page)).toContainText('Incorrect code.');
    const good = totpCode(key);
    await code(page).fill(`${good.slice(0, 3)} ${good.slice(3)}`);
    await confirm(page).click();
    await expect(section(page).getByRole('status')).toContainText('Two-step verification is on.');
    await expect(section(page).getByRole('listitem')).toContainText('Authenticator app');
    await expectAccessible(page);
  });

  await test.step('a user who did not add the app removes it with the emailed link and signs in with the password', async () => {
    await page.goto(await emailedLink(site.dataDir, signedIn.email, 'revertSecondFactorAddition'));
    await confirm(page).click();
    await expect(main(page)).toContainText('The verification method is removed');
    await expectAccessible(page);
    await signIn(page, signedIn);
    await page.goto('/dashboard/account');
    await expect(section(page).getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
    await expect(section(page).getByRole('listitem')).toHaveCount(0);
  });

  await test.step('sign-in asks for the code, and a used code is rejected', async () => {
    const key = await addApp(page);
    await expect(section(page).getByText('Scan this QR code')).toBeFocused();
    const used = totpCode(key);
    await code(page).fill(used);
    await confirm(page).click();
    await expect(section(page).getByRole('listitem')).toHaveCount(1);
    await signOutAndIn(page, signedIn);
    await expect(code(page)).toBeFocused();
    await expectAccessible(page);
    await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
    await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await code(page).fill(used);
    await confirm(page).click();
    await expect(alert(page)).toContainText('Incorrect code.');
    await expect(code(page)).toBeFocused();
    await expectAccessible(page);
    await code(page).fill(totpCode(key, 1));
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/\/login/);
    await expect(page.getByRole('banner').getByRole('link', { name: 'DashBoard' })).toBeVisible();
  });

  await test.step('the app is removed', async () => {
    await page.goto('/dashboard/account');
    await removeApp(page);
    await expect(section(page).getByRole('status')).toContainText('Verification method removed.');
    await expect(section(page).getByRole('listitem')).toHaveCount(0);
  });
});

test('[IDP-04] [IDP-07] with a phone and an app the user chooses a method, gets a code by text message, and can go back', async ({
  page,
  signedIn,
  request,
  site,
}) => {
  await confirmEmail(request, site, signedIn);
  await page.goto('/dashboard/account');
  // A random number, so that a retry does not find the codes of the previous run.
  const phone = `017${String(randomInt(1e8)).padStart(8, '0')}`;
  const radio = page.getByRole('radio', { name: `Phone ending in ${phone.slice(-4)}` });
  const enrolled = await addPhone(page, site.dataDir, phone);
  const key = await addAppAndConfirm(page);
  await expect(section(page).getByRole('listitem')).toHaveCount(2);

  await signOutAndIn(page, signedIn);
  await expect(page.getByRole('heading', { name: 'Verification' })).toBeFocused();
  await expect(radio).toBeChecked();
  await expectAccessible(page);
  const app = page.getByRole('radio', { name: 'Authenticator app' });
  await test.step('the arrow keys go through the choices, and Tab leaves them', async () => {
    await page.keyboard.press('Tab');
    await expect(radio).toBeFocused();
    for (const [key, chosen] of [
      ['ArrowDown', app],
      ['ArrowDown', radio],
      ['ArrowUp', app],
    ] as const) {
      await page.keyboard.press(key);
      await expect(chosen).toBeChecked();
      await expect(chosen).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await expect(code(page)).toBeFocused();
    await radio.check();
  });
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(main(page).getByRole('status')).toContainText('We sent a 6-digit code');
  await expect(code(page)).toBeFocused();
  const sent = await textMessageCode(site.dataDir, `+88${phone}`, enrolled);
  await app.check();
  await code(page).fill(totpCode(key, 40));
  await confirm(page).click();
  await expect(alert(page)).toContainText('Incorrect code.');
  await radio.check();
  await expect(alert(page)).toHaveCount(0);
  await code(page).fill(sent);
  await confirm(page).click();
  await expect(page).not.toHaveURL(/\/login/);

  await signOutAndIn(page, signedIn);
  await page.getByRole('button', { name: 'Back to the password' }).click();
  await expect(page.locator('input[name="password"]')).toBeVisible();
});

test('[IDP-02] [IDP-06] [IDP-07] changes ask for the password and a code again; too many wrong codes return to the password', async ({
  page,
  signedIn,
  request,
  site,
}) => {
  await confirmEmail(request, site, signedIn);
  await page.goto('/dashboard/account');
  const reauthDialog = page.getByRole('dialog', { name: 'Sign in again' });

  await test.step('removing the app long after the sign-in', async () => {
    const key = await addAppAndConfirm(page);
    backdateSignIns(site.dataDir);
    await removeApp(page);
    await reauthDialog.locator('input[name="password"]').fill(signedIn.password);
    await page.keyboard.press('Enter');
    await expect(reauthDialog.locator('input[name="code"]')).toBeFocused();
    await expectAccessible(page);
    await reauthDialog.locator('input[name="code"]').fill(totpCode(key, 1));
    await page.keyboard.press('Enter');
    await expect(reauthDialog).toBeHidden();
    await expect(section(page).getByRole('status')).toContainText('Verification method removed.');
  });

  const key = await addAppAndConfirm(page);
  await test.step('changing the password asks for the current one and for a code', async () => {
    const password = page.getByRole('region', { name: 'Password', exact: true });
    await password.locator('input[name="currentPassword"]').fill(signedIn.password);
    await password.locator('input[name="password"]').fill('a better horse');
    await page.keyboard.press('Enter');
    await expect(reauthDialog.locator('input[name="code"]')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(password.locator('input[name="password"]')).toHaveValue('a better horse');
    await password.locator('input[name="password"]').press('Enter');
    await reauthDialog.locator('input[name="code"]').fill(totpCode(key, 1));
    await page.keyboard.press('Enter');
    await expect(reauthDialog).toBeHidden();
    await expect(page.getByText('Your password is saved. Other devices are signed out.')).toBeVisible();
  });

  await test.step('too many wrong codes return to the password and say why', async () => {
    await signOutAndIn(page, { ...signedIn, password: 'a better horse' });
    for (let tries = 0; tries < 5; tries++) {
      await code(page).fill(totpCode(key, 40));
      await confirm(page).click();
      await expect(alert(page)).toContainText('Incorrect code.');
      await expect(code(page)).toHaveValue('');
    }
    await code(page).fill(totpCode(key));
    await confirm(page).click();
    await expect(alert(page)).toContainText('Sign in again.');
    await expect(page.locator('input[name="password"]')).toBeVisible();
  });

  await test.step('an emailed link also asks for the code', async () => {
    await page.getByText('Forget Password ?').click();
    await main(page).locator('input[name="email"]').fill(signedIn.email);
    await page.getByRole('button', { name: 'Email me a link that signs me in' }).click();
    await page.goto(await emailedLink(site.dataDir, signedIn.email, 'signIn'));
    await expect(code(page)).toBeFocused();
    await expectAccessible(page);
  });
});
