import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { startEmailServer } from '#platform/testing/email-server.ts';
import { expectAccessible } from './support/accessible.ts';
import { button, openAccount, section, totpCode } from './support/account.ts';
import { registerMember, signInThroughApi } from './support/member.ts';
import { openFromStaffMenu } from './support/navigation.ts';
import { emailedLink, newestEmail } from './support/outbox.ts';
import { readOwnerLink } from './support/staff.ts';
import { expect, test } from './support/test.ts';

// Uses its own site, without an owner.
test.use({ siteSettings: {}, expectedErrors: [/status of (404|409|422)/] });

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true });

test('the link printed at the start makes the owner, who invites a moderator, ends shifts, reads the log', async ({
  page,
  site,
  browser,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const owner = { name: 'Rahima Khatun', email: 'owner@example.org', password: 'correct horse' };
  const moderator = await registerMember(request);
  const link = await readOwnerLink(site);

  await test.step('a visitor creates the account of the owner and returns to the link', async () => {
    await page.goto(link);
    await expect(heading(page, "Create the owner's account")).toBeFocused();
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'Create an account' }).click();
    for (const [name, value] of Object.entries(owner))
      await page.locator(`input[name="${name}"]`).fill(value);
    await button(page, 'Register').click();
    await expect(heading(page, 'Become the owner of this site')).toBeVisible();
    await expectAccessible(page);
    await button(page, 'Become the owner').click();
    await expect(section(page, 'Your shift')).toContainText('You work as: Owner');
    await expectAccessible(page);
  });

  await test.step('people can be seen only with two-step verification, which needs no email', async () => {
    await expect(section(page, 'Set up your site: 4 steps left')).toContainText('Two-step verification');
    await main(page).getByRole('link', { name: 'People and shifts' }).click();
    await expect(page).toHaveTitle('People and shifts | Blood Buddies');
    const verification = section(page, 'Two-step verification');
    await expect(verification).toContainText('You need it for pages that show data of other people.');
    await expectAccessible(page);
    await verification.getByRole('button', { name: 'Add an authenticator app' }).click();
    const key = (await verification.locator('code').innerText()).replaceAll(' ', '');
    await page.locator('input[name="code"]').fill(totpCode(key));
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(section(page, 'People')).toContainText(owner.email);
    await expect(heading(page, 'People and shifts')).toBeFocused();
    await expect(section(page, 'Shifts now')).toContainText(' on Linux');
    await expectAccessible(page);
  });

  await test.step('an invited person accepts by opening the staff pages, once the address is confirmed', async () => {
    const invitation = section(page, 'Invite a person');
    await invitation.getByRole('textbox', { name: 'Email' }).fill(moderator.email);
    await invitation.getByRole('button', { name: 'Invite' }).click();
    await expect(main(page).getByRole('status')).toContainText(
      `The invitation of ${moderator.email} waits, but this site sends no email yet.`,
    );
    await expect(invitation).toContainText(`${site.url}/staff/join`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await invitation.getByRole('button', { name: 'Copy the link' }).click();
    await expect(invitation.getByRole('status')).toHaveText('The link is copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/staff/join`);
    await expectAccessible(page);
    const { text = '' } = await newestEmail(site.dataDir, moderator.email);
    await using context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
    const other = await context.newPage();
    await other.goto(/http\S+\/staff\S*/.exec(text)?.[0] ?? '');
    await expect(heading(other, 'You are invited to the staff')).toBeFocused();
    await expectAccessible(other);
    await signInThroughApi(context, site, moderator);
    await other.goBack();
    await expect(heading(other, 'Confirm your email address')).toBeFocused();
    await expectAccessible(other);
    await button(other, 'Send a new link').click();
    await expect(other.getByRole('status').filter({ hasText: 'We sent a link' })).toBeFocused();
    const tab = await context.newPage();
    await tab.goto(await emailedLink(site.dataDir, moderator.email, 'verifyEmail'));
    await button(tab, 'Confirm').click();
    await expect(main(tab).getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/staff');
    await tab.close();
    // Simulates a return to the tab, because Playwright never hides a page.
    await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(section(other, 'Your shift')).toContainText('You work as: Moderator');
    await expect(other.getByRole('navigation', { name: 'Staff' }).getByRole('link')).toHaveText([
      'Start',
      'Moderate',
    ]);

    await page.reload();
    const shifts = section(page, 'Shifts now');
    await shifts.getByRole('button', { name: `End the shift of ${moderator.email}` }).click();
    await expect(main(page).getByRole('status')).toContainText(`The shift of ${moderator.email} has ended.`);
    // The open page notices this with its next request (every 1.5 s).
    const nextRequest = await other.waitForRequest('**/api/staff/me');
    expect((await nextRequest.response())?.ok()).toBe(false);
    await expect(heading(other, 'Your shift has ended')).toBeFocused();
    await expectAccessible(other);
    await button(other, 'Sign in again').click();
    await expect(other).toHaveURL(/\/login$/);
    await other.locator('input[name="email"]').fill(moderator.email);
    await other.locator('input[name="password"]').fill(moderator.password);
    await button(other, 'Login').click();
    await expect(section(other, 'Your shift')).toContainText('You work as: Moderator');

    // No other page was requested, so staff start on their own page.
    await other.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
    await expect(other).toHaveURL(/\/login$/);
    await other.locator('input[name="email"]').fill(moderator.email);
    await other.locator('input[name="password"]').fill(moderator.password);
    await button(other, 'Login').click();
    await expect(other).toHaveURL(/\/staff$/);
    await expect(section(other, 'Your shift')).toContainText('You work as: Moderator');

    await section(page, 'People')
      .getByRole('button', { name: `Remove ${moderator.email}, Moderator` })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await expect(section(page, 'People')).not.toContainText(moderator.email);
    await expect(heading(other, 'These pages are for the staff')).toBeVisible();
    await openAccount(other);
    await expect(section(other, 'Who looked at your data').getByRole('listitem')).toContainText([
      'Took the role: Moderator',
      'Ended a shift',
      'Accepted the role: Moderator',
    ]);
    await expectAccessible(other);
  });

  await test.step('the owner sets up email, tests it, and has nothing left to set up', async () => {
    await using server = await startEmailServer({ account: { user: 'site', password: 'p@ss word' } });
    await page.goto('/staff');
    await expect(section(page, 'Set up your site: 3 steps left')).not.toContainText('Two-step verification');
    await main(page).getByRole('link', { name: 'Set up email' }).click();
    await expect(section(page, 'This site')).toContainText(site.url);
    await expectAccessible(page);
    const email = section(page, 'Email');
    await button(page, 'Save').click();
    await expect(email).toContainText('Enter the name of the email server');
    await expectAccessible(page);
    await email.getByRole('textbox', { name: 'Email server' }).fill('127.0.0.1');
    await email.getByRole('textbox', { name: 'Port' }).fill(String(server.port));
    await email.getByRole('combobox', { name: 'Encryption' }).selectOption('none');
    await email.getByRole('textbox', { name: 'User name' }).fill('site');
    await email.getByRole('textbox', { name: 'Address that emails come from' }).fill('hello@buddies.example');
    await button(page, 'Save').click();
    await expect(email).toContainText('Enter the password of this account');
    for (const [password, outcome] of [
      ['wrong', 'The email server did not accept the user name and password.'],
      ['p@ss word', `The email server accepted a test email to ${owner.email}.`],
    ] as const) {
      await email.getByRole('textbox', { name: 'Password' }).fill(password);
      await button(page, 'Save').click();
      await expect(email.getByRole('status')).toContainText('The email server is saved.');
      await button(page, 'Send a test email').click();
      await expect(email).toContainText(outcome);
      await expectAccessible(page);
    }
    await page.goto('/staff/people');
    const invitation = section(page, 'Invite a person');
    await invitation.getByRole('textbox', { name: 'Email' }).fill('karim@example.org');
    await invitation.getByRole('button', { name: 'Invite' }).click();
    await expect
      .poll(() => server.received.flatMap(({ to }) => to))
      .toEqual([owner.email, 'karim@example.org']);
    await page.goto('/staff/centers/new');
    await main(page).getByLabel('Name').fill('Sylhet');
    await main(page).getByLabel('Address').fill('Station Road 4');
    await main(page).getByLabel('Time zone').fill('Asia/Dhaka');
    await button(page, 'Add the center').click();
    await expect(heading(page, 'Sylhet')).toBeVisible();
    await page.goto('/staff');
    await expect(section(page, 'What needs you')).toContainText('Nothing right now.');
    await expect(main(page)).not.toContainText('Set up your site');
    await expectAccessible(page);
    await page.goto('/staff/people');
    await expect(section(page, 'People')).toContainText('karim@example.org');
  });

  await test.step('the owner reads the log; the last owner stays', async () => {
    await section(page, 'People')
      .getByRole('button', { name: `Remove ${owner.email}, Owner` })
      .click();
    const refusal = page.getByRole('alertdialog', { name: 'The site needs an owner' });
    await refusal.getByRole('button', { name: 'OK' }).click();
    await openFromStaffMenu(page, 'Log');
    await expect(main(page).getByRole('listitem')).toContainText([
      'Added a center',
      'Tested the email server',
      'Set the email server',
      'Took the role: Moderator',
      'Ended a shift',
      'Accepted the role: Moderator',
      'Invited somebody to the role: Moderator',
      'Accepted the role: Owner',
    ]);
    await expectAccessible(page);
    await page.goto('/staff');
    await button(page, 'End the shift on this device').click();
    await expect(heading(page, 'Your shift has ended')).toBeVisible();
    await button(page, 'Sign in again').click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(button(page, 'Login')).toBeVisible();
  });

  await test.step('the link works once, and each entry is also in the database', async () => {
    await signInThroughApi(page.context(), site, moderator);
    await page.goto(link);
    await button(page, 'Become the owner').click();
    await expect(main(page).getByRole('alert')).toContainText('This link is not valid any more.');
    using database = new DatabaseSync(join(site.dataDir, 'blood-buddies.db'), { readOnly: true });
    expect(database.prepare('select count(*) as count from staff_log').get()).toEqual({ count: 10 });
  });
});
