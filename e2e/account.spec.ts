import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import { signIn } from './support/member.ts';
import { letSignInsAge } from './support/older-sign-in.ts';
import { mailedLink } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name });
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

async function openAccount(page: Page): Promise<void> {
  await page.goto('/dashboard/account');
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
}

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

test('[IDP-05] an address is confirmed by the mail that can be sent again; the open account page follows', async ({
  page,
  context,
  signedIn,
  site,
}) => {
  await openAccount(page);
  await expect(part(page, 'Email')).toContainText(signedIn.email);
  await expect(part(page, 'Email')).toContainText('Not confirmed yet');
  await button(page, 'Send the mail again').click();
  await expect(page.getByText('A link is on its way. Look into your spam folder too.')).toBeVisible();

  const other = await context.newPage();
  await confirm(other, await mailedLink(site.dataDir, signedIn.email, 'verifyEmail'));
  await expect(other.getByRole('main')).toContainText('Your email address is confirmed.');
  await expectAccessible(other);
  await expect(part(page, 'Email')).toContainText('Confirmed');
  await expect(button(page, 'Send the mail again')).toHaveCount(0);
  await expectAccessible(page);
  await other.getByRole('link', { name: 'Go to your account' }).click();
  await expect(part(other, 'Email')).toContainText('Confirmed');
});

test.describe('a link that was used', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('[IDP-05] says so, and what to do next, signed in or not', async ({
    page,
    browser,
    signedIn,
    site,
  }) => {
    await openAccount(page);
    await button(page, 'Send the mail again').click();
    const link = await mailedLink(site.dataDir, signedIn.email, 'verifyEmail');
    const elsewhere = await (await browser.newContext()).newPage();
    await confirm(elsewhere, link);
    // Nobody is signed in there.
    await elsewhere.locator('input[name="password"]').fill(signedIn.password);
    await elsewhere.keyboard.press('Enter');
    await expect(elsewhere.getByRole('main')).toContainText('Your email address is confirmed.');
    await elsewhere.getByRole('link', { name: 'Go to login' }).click();
    await confirm(elsewhere, link);
    await expect(elsewhere.getByRole('heading', { name: 'This link does not work any more' })).toBeFocused();
    await expect(elsewhere.getByRole('link', { name: 'Go to login' })).toBeVisible();
    await elsewhere.context().close();

    await confirm(page, link);
    await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await expect(part(page, 'Email')).toContainText('Confirmed');
  });

  test('[IDP-05] a reset link too', async ({ page, member, site }) => {
    await page.goto('/login');
    await page.locator('input[name="email"]').fill(member.email);
    await page.getByText('Forget Password ?').click();
    await button(page, 'Send link').click();
    const link = await mailedLink(site.dataDir, member.email, 'resetPassword');
    await page.goto(link);
    await page.locator('input[name="password"]').fill('a better horse');
    await button(page, 'Save password').click();
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeFocused();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
    await expectAccessible(page);
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

test.describe('without a password, a sign-in that is a while ago is repeated', () => {
  test.use({ expectedErrors: [/status of 400/] });

  const setPassword = async (page: Page) => {
    await openAccount(page);
    await part(page, 'Password').locator('input[name="password"]').fill('correct horse');
    await button(page, 'Set a password').click();
  };

  test('[IDP-03] [IDP-06] with Google', async ({ page, site }) => {
    await page.goto('/login');
    const withGoogle = async () => {
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Continue With Google' }).click();
      await (await opened).getByRole('button', { name: /Tanvir Hasan/ }).click();
    };
    await withGoogle();
    await expect(page).toHaveURL(/\/$/);
    letSignInsAge(site.dataDir);
    await setPassword(page);
    await expect(again(page).locator('input')).toHaveCount(0);
    await expectAccessible(page);
    await withGoogle();
    await expect(page.getByText('Your password is saved. Other devices are signed out.')).toBeVisible();
    await expect(part(page, 'Google')).toContainText('You can sign in with your Google account.');
  });

  test('[IDP-02] [IDP-06] with another link', async ({ page, site }) => {
    const address = `linked-${randomUUID()}@example.org`;
    await page.goto('/login');
    await page.getByText('Forget Password ?').click();
    await page.locator('input[name="email"]').fill(address);
    await button(page, 'Email me a link that signs me in').click();
    const first = await mailedLink(site.dataDir, address, 'signIn');
    await page.goto(first);
    await expect(page).toHaveURL(/\/$/);
    letSignInsAge(site.dataDir);
    await setPassword(page);
    await again(page).getByRole('button', { name: 'Email me a link' }).click();
    await expect(again(page).getByRole('status')).toContainText(`A link is on its way to ${address}.`);
    await expectAccessible(page);
    await expect.poll(() => mailedLink(site.dataDir, address, 'signIn')).not.toBe(first);
    await page.goto(await mailedLink(site.dataDir, address, 'signIn'));
    await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
    await setPassword(page);
    await expect(page.getByText('Your password is saved. Other devices are signed out.')).toBeVisible();
  });
});

test('all of a person’s data comes as one file', async ({ page, signedIn, request }) => {
  await addAppointment(request, signedIn, { date: inDays(4) });
  await openAccount(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download my data').click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^blood-buddies-my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(data.user.email).toBe(signedIn.email);
  expect(data.appointments).toMatchObject([{ date: inDays(4), email: signedIn.email }]);
});

test.describe('all of a person’s data, after a while', () => {
  test.use({ expectedErrors: [/status of 409/, /status of 400/] });

  const download = async (page: Page, next: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), next()]);
    return JSON.parse(readFileSync(await file.path(), 'utf8')) as { user: { email: string } };
  };

  test('[OUT-03] a fresh sign-in is asked for, then it comes', async ({ page, signedIn, site }) => {
    await openAccount(page);
    letSignInsAge(site.dataDir);
    await button(page, 'Download my data').click();
    const field = again(page).locator('input[name="password"]');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(again(page)).toBeHidden();
    await expect(button(page, 'Download my data')).toBeFocused();

    await page.keyboard.press('Enter');
    await field.fill(signedIn.password);
    const data = await download(page, () => page.keyboard.press('Enter'));
    expect(data.user.email).toBe(signedIn.email);
    await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
  });

  test('[OUT-03] with a link that is opened in another tab, this one continues', async ({
    page,
    context,
    site,
  }) => {
    const address = `linked-${randomUUID()}@example.org`;
    await page.goto('/login');
    await page.getByText('Forget Password ?').click();
    await page.locator('input[name="email"]').fill(address);
    await button(page, 'Email me a link that signs me in').click();
    const first = await mailedLink(site.dataDir, address, 'signIn');
    await page.goto(first);
    await expect(page).toHaveURL(/\/$/);
    await openAccount(page);
    letSignInsAge(site.dataDir);
    await button(page, 'Download my data').click();
    await again(page).getByRole('button', { name: 'Email me a link' }).click();
    await expect.poll(() => mailedLink(site.dataDir, address, 'signIn')).not.toBe(first);
    const link = await mailedLink(site.dataDir, address, 'signIn');
    const other = await context.newPage();
    const data = await download(page, async () => void (await other.goto(link)));
    expect(data.user.email).toBe(address);
    await expect(again(page)).toBeHidden();
  });
});

test.describe('the end of an account', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('[OUT-03] is asked about, wants a fresh sign-in, and leaves nobody signed in and no record', async ({
    page,
    signedIn,
    site,
  }) => {
    await openAccount(page);
    await button(page, 'Delete my account').click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('unpaid appointments, your photos and your opinions are deleted');
    await expect(question).toContainText('stay in our books, without your name');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'No' }).click();
    await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();

    letSignInsAge(site.dataDir);
    await button(page, 'Delete my account').click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await again(page).locator('input[name="password"]').fill(signedIn.password);
    await again(page).getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByText('Your account is deleted')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await page.getByRole('link', { name: 'See All Images' }).click();
    await expect(page).toHaveURL(/\/login$/);
    const kept = await page.evaluate(async () => {
      const opened = indexedDB.open('firebaseLocalStorageDb');
      await new Promise((resolve) => (opened.onsuccess = resolve));
      const all = opened.result
        .transaction('firebaseLocalStorage')
        .objectStore('firebaseLocalStorage')
        .getAll();
      await new Promise((resolve) => (all.onsuccess = resolve));
      return { users: all.result.length, token: localStorage.getItem('accessJwtToken') };
    });
    expect(kept).toEqual({ users: 0, token: null });

    await page.locator('input[name="email"]').fill(signedIn.email);
    await page.locator('input[name="password"]').fill(signedIn.password);
    await button(page, 'Login').click();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ })).toContainText(
      /no user record/i,
    );
  });
});

test.describe('a line that fails', () => {
  test.use({ expectedErrors: [/net::ERR|Failed to load resource/] });

  test('[IDP-16] a lost answer is told, and what was typed stays', async ({ page, signedIn }) => {
    expect(signedIn.email).toBeTruthy();
    await openAccount(page);
    await page.route('**/accounts:{update,sendOobCode}?*', (route) => route.abort('connectionreset'));
    await page.route('**/api/user/export', (route) => route.abort('connectionreset'));
    const typed = [
      ['How we greet you', 'name', 'Rahima Begum', 'Save name'],
      ['Email', 'email', 'new@example.org', 'Change email'],
      ['Password', 'password', 'a better horse', 'Change password'],
    ] as const;
    await part(page, 'Password').locator('input[name="currentPassword"]').fill(signedIn.password);
    for (const [title, name, value, press] of typed) {
      await part(page, title).locator(`input[name="${name}"]`).fill(value);
      await button(page, press).click();
      await expect(part(page, title).getByRole('alert').filter({ hasText: /\w/ })).toContainText(
        /connection/i,
      );
      await expect(part(page, title).locator(`input[name="${name}"]`)).toHaveValue(value);
      await expect(button(page, press)).toBeEnabled();
    }
    await button(page, 'Download my data').click();
    await expect(part(page, 'Your data').getByRole('alert')).toContainText(/connection|reach/i);
    await expectAccessible(page);
  });
});

for (const width of [320, 768, 1440]) {
  test(`[NAV-05] the account page fits ${width} px`, async ({ page, signedIn }) => {
    expect(signedIn.email).toBeTruthy();
    await page.setViewportSize({ width, height: 740 });
    await openAccount(page);
    await expect(part(page, 'Two-step sign-in').getByRole('status').filter({ hasText: /\w/ })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
