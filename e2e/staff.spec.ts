import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { button, openAccount, section, totpCode } from './support/account.ts';
import { confirmEmail, registerMember, signInThroughApi } from './support/member.ts';
import { emailedLink, newestEmail } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

// A site of its own, without an owner.
test.use({ siteSettings: { LOG_LEVEL: 'info' }, expectedErrors: [/status of (404|409)/] });

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true });

test('the link on the terminal makes the first owner, who turns on two-step verification, invites a moderator, ends shifts and reads the log', async ({
  page,
  site,
  browser,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const owner = { name: 'Rahima Khatun', email: 'owner@example.org', password: 'correct horse' };
  const moderator = await registerMember(request);
  const link = /open within 24 hours: (\S+)/.exec(site.output())?.[1] ?? '';

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

  await test.step('people can be seen only with two-step verification', async () => {
    await main(page).getByRole('link', { name: 'People and shifts' }).click();
    await expect(heading(page, 'Turn on two-step verification')).toBeVisible();
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'Add a verification method' }).click();
    const verification = section(page, 'Two-step verification');
    await verification.getByRole('button', { name: 'Send me the link' }).click();
    await page.goto(await emailedLink(site.dataDir, owner.email, 'verifyEmail'));
    await button(page, 'Confirm').click();
    await expect(main(page)).toContainText('Your email address is confirmed.');
    await openAccount(page);
    await verification.getByRole('button', { name: 'Add an authenticator app' }).click();
    const key = (await verification.locator('code').innerText()).replaceAll(' ', '');
    await page.locator('input[name="code"]').fill(totpCode(key));
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(verification).toContainText('Authenticator app');
    await page.goto('/staff/people');
    await expect(section(page, 'People')).toContainText(owner.email);
    await expectAccessible(page);
  });

  await test.step('an invited person accepts by opening the staff pages, once the address is confirmed', async () => {
    const invitation = section(page, 'Invite a person');
    await invitation.getByRole('textbox', { name: 'Email' }).fill(moderator.email);
    await invitation.getByRole('button', { name: 'Invite' }).click();
    await expect(main(page).getByRole('status')).toContainText(
      `An invitation is on its way to ${moderator.email}.`,
    );
    const { text = '' } = await newestEmail(site.dataDir, moderator.email);
    expect(text).toContain(`${site.url}/staff`);
    await using context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
    await signInThroughApi(context, site, moderator);
    const other = await context.newPage();
    await other.goto('/staff');
    await expect(heading(other, 'These pages are for the staff')).toBeFocused();
    await expectAccessible(other);
    await confirmEmail(request, site, moderator);
    await other.reload();
    await expect(section(other, 'Your shift')).toContainText('You work as: Moderator');
    await expect(other.getByRole('navigation', { name: 'Staff' }).getByRole('link')).toHaveText(['Start']);

    await page.reload();
    const shifts = section(page, 'Shifts now');
    await shifts.getByRole('button', { name: `End the shift of ${moderator.email}` }).click();
    await expect(main(page).getByRole('status')).toContainText(`The shift of ${moderator.email} has ended.`);
    await other.reload();
    await expect(heading(other, 'Your shift has ended')).toBeFocused();
    await expectAccessible(other);
    await button(other, 'Sign in again').click();
    await expect(other).toHaveURL(/\/login$/);
    await other.locator('input[name="email"]').fill(moderator.email);
    await other.locator('input[name="password"]').fill(moderator.password);
    await button(other, 'Login').click();
    await expect(section(other, 'Your shift')).toContainText('You work as: Moderator');

    await section(page, 'People')
      .getByRole('button', { name: `Remove ${moderator.email}, Moderator` })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await expect(section(page, 'People')).not.toContainText(moderator.email);
    await other.reload();
    await expect(heading(other, 'These pages are for the staff')).toBeVisible();
    await openAccount(other);
    await expect(section(other, 'Who looked at your data').getByRole('listitem')).toContainText([
      'Took the role: Moderator',
      'Accepted the role: Moderator',
    ]);
    await expectAccessible(other);
  });

  await test.step('the owner reads the log; the last owner stays', async () => {
    await section(page, 'People')
      .getByRole('button', { name: `Remove ${owner.email}, Owner` })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await expect(main(page).getByRole('alert')).toContainText(['The site needs an owner.']);
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await expect(main(page).getByRole('listitem')).toContainText([
      'Took the role: Moderator',
      'Accepted the role: Moderator',
      'Invited somebody to the role: Moderator',
      'Accepted the role: Owner',
    ]);
    await expectAccessible(page);
    await page.goto('/staff');
    await button(page, 'End the shift on this device').click();
    await expect(heading(page, 'Your shift has ended')).toBeVisible();
  });

  await test.step('the link works once, and each entry is also in the database', async () => {
    await signInThroughApi(page.context(), site, moderator);
    await page.goto(link);
    await button(page, 'Become the owner').click();
    await expect(main(page).getByRole('alert')).toContainText('This link is not valid any more.');
    using database = new DatabaseSync(join(site.dataDir, 'blood-buddies.db'), { readOnly: true });
    expect(database.prepare('select count(*) as count from staff_log').get()).toEqual({ count: 4 });
  });
});
