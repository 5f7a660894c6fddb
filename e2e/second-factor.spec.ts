import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from './support/accessible.ts';
import type { Member } from './support/member.ts';
import { mailedLink, textedCode } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const phoneNumber = '+8801712345678';
const main = (page: Page) => page.getByRole('main');
const part = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });
const alert = (page: Page) => main(page).getByRole('alert').filter({ hasText: /\w/ });
const code = (page: Page) => page.locator('input[name="code"]');
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true });

/** What the app shows; the step after this one is good too, and none is good twice. */
const appCode = (key: string, stepsAhead = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: Date.now() + stepsAhead * 30_000 });

async function confirmEmail(page: Page, dataDir: string, { email }: Member): Promise<void> {
  await page.goto('/dashboard/account');
  await part(page).getByRole('button', { name: 'Send me the link' }).click();
  await page.goto(await mailedLink(dataDir, email, 'verifyEmail'));
  await confirm(page).click();
  await expect(main(page)).toContainText('Your email address is confirmed.');
  await page.goto('/dashboard/account');
}

async function addApp(page: Page): Promise<string> {
  await part(page).getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(part(page).getByRole('img', { name: /QR code/ })).toBeVisible();
  const key = (await part(page).locator('code').innerText()).replaceAll(' ', '');
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  return key;
}

async function addPhone(page: Page, dataDir: string): Promise<string> {
  await part(page).getByRole('button', { name: 'Add a phone number' }).click();
  await part(page).locator('input[name="phone"]').fill('01712-345678');
  await part(page).getByRole('button', { name: 'Send code' }).click();
  await expect(code(page)).toBeVisible();
  const sent = await textedCode(dataDir, phoneNumber);
  await code(page).fill(sent);
  await confirm(page).click();
  await expect(part(page).getByRole('status')).toContainText('Two-step sign-in is on.');
  return sent;
}

async function signOutAndIn(page: Page, { email, password }: Member): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await main(page).getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused();
}

test.use({ expectedErrors: [/status of 400/] });

test('[IDP-07] an authenticator app is added, asked for at sign-in, and removed', async ({
  page,
  signedIn,
  site,
}) => {
  await confirmEmail(page, site.dataDir, signedIn);
  const key = await addApp(page);
  await expectAccessible(page);
  await code(page).fill('12345');
  await confirm(page).click();
  await expect(part(page)).toContainText('Type the six digits of the code');
  await code(page).fill(appCode(key, 40));
  await confirm(page).click();
  await expect(alert(page)).toContainText('This code is not right.');
  const used = appCode(key);
  await code(page).fill(`${used.slice(0, 3)} ${used.slice(3)}`);
  await confirm(page).click();
  await expect(part(page).getByRole('status')).toContainText('Two-step sign-in is on.');
  await expect(part(page).getByRole('listitem')).toContainText('Authenticator app');
  await expectAccessible(page);

  await signOutAndIn(page, signedIn);
  await expectAccessible(page);
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await code(page).fill(used);
  await confirm(page).click();
  await expect(alert(page)).toContainText('This code is not right.');
  await expect(code(page)).toBeFocused();
  await expectAccessible(page);
  await code(page).fill(appCode(key, 1));
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'DashBoard' })).toBeVisible();

  await page.goto('/dashboard/account');
  await part(page).getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(part(page).getByRole('status')).toContainText('The second step is removed.');
  await expect(part(page).getByRole('listitem')).toHaveCount(0);
});

test('[IDP-04] [IDP-07] a phone and an app: the person chooses, has a code texted, and may go back', async ({
  page,
  signedIn,
  site,
}) => {
  await confirmEmail(page, site.dataDir, signedIn);
  const enrolled = await addPhone(page, site.dataDir);
  const key = await addApp(page);
  await code(page).fill(appCode(key));
  await confirm(page).click();
  await expect(part(page).getByRole('listitem')).toHaveCount(2);

  await signOutAndIn(page, signedIn);
  await expect(page.getByRole('radio', { name: 'Phone ending in 5678' })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(main(page).getByRole('status')).toContainText('We sent six digits');
  const sent = await textedCode(site.dataDir, phoneNumber, enrolled);
  await page.getByRole('radio', { name: 'Authenticator app' }).check();
  await code(page).fill(appCode(key, 40));
  await confirm(page).click();
  await expect(alert(page)).toContainText('This code is not right.');
  await page.getByRole('radio', { name: 'Phone ending in 5678' }).check();
  await expect(alert(page)).toHaveCount(0);
  await code(page).fill(sent);
  await confirm(page).click();
  await expect(page).not.toHaveURL(/\/login/);

  await signOutAndIn(page, signedIn);
  await page.getByRole('button', { name: 'Back to the password' }).click();
  await expect(page.locator('input[name="password"]')).toBeVisible();
});

test('[IDP-07] too many wrong codes lead back to the password, and say why', async ({
  page,
  signedIn,
  site,
}) => {
  await confirmEmail(page, site.dataDir, signedIn);
  const key = await addApp(page);
  await code(page).fill(appCode(key));
  await confirm(page).click();
  await expect(part(page).getByRole('listitem')).toHaveCount(1);
  await signOutAndIn(page, signedIn);
  for (let tries = 0; tries < 5; tries++) {
    await code(page).fill(appCode(key, 40));
    await confirm(page).click();
    await expect(alert(page)).toContainText('This code is not right.');
    await expect(code(page)).toHaveValue('');
  }
  await code(page).fill(appCode(key, 1));
  await confirm(page).click();
  await expect(alert(page)).toContainText('Please sign in again.');
  await expect(page.locator('input[name="password"]')).toBeVisible();
});
