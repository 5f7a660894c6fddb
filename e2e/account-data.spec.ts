import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import {
  backdateSignIns,
  button,
  downloadData,
  openAccount,
  reauthDialog,
  section,
} from './support/account.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import { chooseAccount, newPerson, openAccountChooser } from './support/google.ts';
import { emailedLink } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const newPassword = (page: Page) => section(page, 'Password').locator('input[name="password"]');

async function setPassword(page: Page): Promise<void> {
  await openAccount(page);
  await newPassword(page).fill('correct horse');
  await button(page, 'Set a password').click();
}

const passwordSaved = (page: Page) =>
  expect(page.getByText('Your password is saved. Other devices are signed out.')).toBeVisible();

// Chromium logs an error for a rejected request (the sign-in is too old) and for a lost response.
test.use({ expectedErrors: [/status of (400|409)|net::ERR|Failed to load resource/] });

test('[IDP-03] [IDP-06] a user without a password signs in again with Google when the last sign-in is too old', async ({
  page,
  site,
}) => {
  const shirin = newPerson();
  await page.goto('/login');
  await chooseAccount(await openAccountChooser(page), shirin);
  await expect(page).toHaveURL(/\/$/);
  backdateSignIns(site.dataDir);
  await setPassword(page);
  await expect(reauthDialog(page).locator('input')).toHaveCount(0);
  await expectAccessible(page);
  await chooseAccount(await openAccountChooser(page), shirin);
  await passwordSaved(page);
  await expect(section(page, 'Google')).toContainText('You can sign in with your Google account.');
});

test('[IDP-02] [IDP-06] [OUT-03] a user without a password signs in again with an emailed link, opened in this tab or in another one', async ({
  page,
  context,
  site,
}) => {
  const address = `linked-${randomUUID()}@example.org`;
  const newest = () => emailedLink(site.dataDir, address, 'signIn');
  await page.goto('/login');
  await page.getByText('Forget Password ?').click();
  await page.locator('input[name="email"]').fill(address);
  await button(page, 'Email me a link that signs me in').click();
  const first = await newest();
  await page.goto(first);
  await expect(page).toHaveURL(/\/$/);
  await openAccount(page);
  backdateSignIns(site.dataDir);
  await button(page, 'Download my data').click();
  await reauthDialog(page).getByRole('button', { name: 'Email me a link' }).click();
  await expect(reauthDialog(page).getByRole('status')).toContainText(`We sent a link to ${address}.`);
  await expectAccessible(page);
  await expect.poll(newest).not.toBe(first);
  const second = await newest();
  const other = await context.newPage();
  const { data } = await downloadData(page, async () => void (await other.goto(second)));
  expect(data.user.email).toBe(address);
  await expect(reauthDialog(page)).toBeHidden();
  await other.close();

  backdateSignIns(site.dataDir);
  await setPassword(page);
  await reauthDialog(page).getByRole('button', { name: 'Email me a link' }).click();
  await expect.poll(newest).not.toBe(second);
  await page.goto(await newest());
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
  await expect(section(page, 'Email')).toContainText('Confirmed');
  await setPassword(page);
  await passwordSaved(page);
  await expect(button(page, 'Change password')).toBeVisible();
});

test('[IDP-16] [OUT-03] a lost response keeps the typed text; the export is one file; deleting the account removes all', async ({
  page,
  context,
  signedIn,
  request,
  site,
}) => {
  const field = reauthDialog(page).locator('input[name="password"]');
  const exportButton = button(page, 'Download my data');
  await addAppointment(request, signedIn, { date: inDays(4) });

  await test.step('the address that password managers open shows the password', async () => {
    await page.goto('/.well-known/change-password');
    await expect(section(page, 'Password').locator('input[name="currentPassword"]')).toBeInViewport();
  });

  await test.step('a lost response shows an error and keeps what the user typed', async () => {
    await openAccount(page);
    await page.route('**/accounts:{update,sendOobCode}?*', (route) => route.abort('connectionreset'));
    await page.route('**/api/user/export', (route) => route.abort('connectionreset'));
    const typed = [
      ['Your name', 'name', 'Rahima Begum', 'Save name'],
      ['Email', 'email', 'new@example.org', 'Change email'],
      ['Password', 'password', 'a better horse', 'Change password'],
    ] as const;
    await section(page, 'Password').locator('input[name="currentPassword"]').fill(signedIn.password);
    for (const [title, name, value, buttonName] of typed) {
      await section(page, title).locator(`input[name="${name}"]`).fill(value);
      await button(page, buttonName).click();
      await expect(section(page, title).getByRole('alert').filter({ hasText: /\w/ })).toContainText(
        /connection/i,
      );
      await expect(section(page, title).locator(`input[name="${name}"]`)).toHaveValue(value);
      await expect(button(page, buttonName)).toBeEnabled();
    }
    await exportButton.click();
    await expect(section(page, 'Your data').getByRole('alert')).toContainText(/connection|reach/i);
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('the data export works, and asks for a new sign-in when the last one is too old', async () => {
    const { name, data } = await downloadData(page, () => exportButton.click());
    expect(name).toMatch(/^blood-buddies-my-data-\d{4}-\d\d-\d\d\.json$/);
    expect(data.user.email).toBe(signedIn.email);
    expect(data.appointments).toMatchObject([{ date: inDays(4), email: signedIn.email }]);

    backdateSignIns(site.dataDir);
    await exportButton.click();
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(reauthDialog(page)).toBeHidden();
    await expect(exportButton).toBeFocused();
    await page.keyboard.press('Enter');
    await field.fill(signedIn.password);
    const later = await downloadData(page, () => page.keyboard.press('Enter'));
    expect(later.data.user.email).toBe(signedIn.email);
    await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
  });

  await test.step('deleting the account asks for confirmation and for a new sign-in', async () => {
    await button(page, 'Delete my account').click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('unpaid appointments, photos and reviews are permanently deleted');
    await expect(question).toContainText('We keep records of appointments you paid for, without your name');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'No' }).click();
    await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();

    backdateSignIns(site.dataDir);
    await button(page, 'Delete my account').click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await field.fill(signedIn.password);
    await reauthDialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Your account is deleted')).toBeVisible();
  });

  await test.step('the user is signed out and no data is left', async () => {
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await page.getByRole('link', { name: 'See All Images' }).click();
    await expect(page).toHaveURL(/\/login$/);
    const stored = JSON.stringify(await context.storageState({ indexedDB: true }));
    expect(stored).not.toMatch(/firebase:authUser|accessJwtToken/);

    await page.locator('input[name="email"]').fill(signedIn.email);
    await page.locator('input[name="password"]').fill(signedIn.password);
    await button(page, 'Login').click();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ })).toContainText(
      /no user record/i,
    );
  });
});
