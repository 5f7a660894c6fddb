import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { version } from '../app/version.ts';
import { expectAccessible } from './support/accessible.ts';
import { button, confirm, section } from './support/account.ts';
import { confirmEmail, registerMember, signInThroughApi } from './support/member.ts';
import { openFromStaffMenu } from './support/navigation.ts';
import { openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const backupDir = mkdtempSync(join(tmpdir(), 'blood-buddies-backups-'));
test.use({ siteSettings: { BACKUP_DIR: backupDir }, expectedErrors: [/status of (403|404|409|500)/] });

test.afterAll(() => rmSync(backupDir, { recursive: true }));

const main = (page: Page) => page.getByRole('main');
const openFromSettings = async (page: Page, name: string) => {
  await page.goto('/staff/settings');
  await section(page, 'Run the site').getByRole('link', { name }).click();
  await expect(main(page).getByRole('heading', { name, level: 1 })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Staff' });
  await expect(menu.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
};

test('an owner uses pages in place of commands of the operator: accounts, payments, messages, log', async ({
  page,
  site,
  browser,
  request,
}) => {
  const [owner, member] = [await registerMember(request), await registerMember(request)];
  await confirmEmail(request, site, member);
  using database = openDatabase(site.dataDir);
  const id = (email: string) =>
    String(database.prepare('select id from users where email = ?').get(email)?.id);
  database.prepare("insert into staff_roles values (?, 'owner', '', 0)").run(id(owner.email));
  await signInThroughApi(page.context(), site, owner);
  database.prepare("update sessions set second_factor = 'totp' where user_id = ?").run(id(owner.email));
  await page.setViewportSize({ width: 360, height: 740 });

  await test.step('the settings show the version of the site', async () => {
    await page.goto('/staff/settings');
    await expect(section(page, 'This site')).toContainText(version);
  });

  await test.step('an account is found, disabled with a confirmation, and enabled', async () => {
    await using other = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
    await signInThroughApi(other, site, member);
    const otherPage = await other.newPage();
    await otherPage.goto('/dashboard/account');
    await expect(otherPage.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();

    await openFromSettings(page, 'Accounts');
    await expectAccessible(page);
    await button(page, 'Find').click();
    await expect(main(page)).toContainText('Enter an email address or the id of an account');
    const search = main(page).getByRole('textbox', { name: 'Email or account id' });
    await search.fill('nobody@example.org');
    await button(page, 'Find').click();
    await expect(main(page).getByRole('alert')).toContainText([
      'There is no account with this address or id.',
    ]);
    await search.fill(member.email.toUpperCase());
    await page.keyboard.press('Enter');
    const account = section(page, 'Account');
    await expect(account).toContainText(member.email);
    await expectAccessible(page);
    await button(page, 'Disable the account').click();
    await expect(page.getByRole('alertdialog')).toContainText('the person cannot sign in until you enable');
    await expectAccessible(page);
    await confirm(page, 'Cancel');
    await button(page, 'Disable the account').click();
    await confirm(page, 'Disable the account');
    await expect(account.getByRole('status')).toContainText(`Disabled: ${member.email}`);
    await expectAccessible(page);
    await otherPage.reload();
    await expect(otherPage).toHaveURL(/\/login/);
    await button(page, 'Enable the account').click();
    await confirm(page, 'Enable the account');
    await expect(account.getByRole('status')).toContainText(`Enabled: ${member.email}`);
    await button(page, 'Request the deletion').click();
    await confirm(page, 'Request the deletion');
    await expect(account).toContainText('Another owner can confirm it now, or you can from');
    await expectAccessible(page);
    await button(page, 'Keep the account').click();
    await expect(account.getByRole('status')).toContainText('The account stays.');
    await search.fill(owner.email);
    await button(page, 'Find').click();
    await expect(account).toContainText('Owner');
    await button(page, 'Disable the account').click();
    await confirm(page, 'Disable the account');
    await expect(account.getByRole('alert')).toContainText(
      "An owner's account can't be disabled or deleted.",
    );
  });

  await test.step('a payment is refunded once, even when another owner has just decided; refunds are paused and resumed', async () => {
    const addPayment = database.prepare(
      "insert into payments (id, appointment_id, intent_id, amount, currency, status, created_at, expires_at, problem) values (?, ?, ?, 500, 'usd', ?, 1764000000000, 1, ?)",
    );
    const addStep = database.prepare(
      "insert into payment_steps values (?, 1764000000000, ?, ?, 'refund-failed', 'refund')",
    );
    for (const [intent, status, problem] of [
      ['pi_first', 'refund-failed', 'expired_or_canceled_card'],
      ['pi_second', 'unclaimed', null],
      ['pi_due', 'refund-due', null],
    ] as const) {
      addPayment.run(intent, `appointment of ${intent}`, intent, status, problem);
      addStep.run(intent, `appointment of ${intent}`, intent);
    }
    await openFromSettings(page, 'Payments');
    const decision = section(page, 'Your decision');
    await expect(decision.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page);
    await button(page, 'Pause automatic refunds').click();
    await confirm(page, 'Pause automatic refunds');
    await expect(section(page, 'Automatic refunds')).toContainText('Paused by an owner.');
    await decision.getByRole('button', { name: 'Refund pi_first' }).click();
    await confirm(page, 'Refund $5.00');
    await expect(main(page).getByRole('status')).toContainText(['The refund of $5.00 is queued']);
    await expect(decision.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page);
    // Another owner decides in the meantime.
    database.exec("update payments set status = 'resolved' where intent_id = 'pi_second'");
    await decision.getByRole('button', { name: 'Mark as resolved: pi_second' }).click();
    await confirm(page, 'Mark as resolved');
    await expect(main(page).getByRole('alert')).toContainText([
      'This payment is already refunded or needs no decision any more.',
    ]);
    await expect(decision).toContainText('No payment needs a decision.');
    const history = section(page, 'History of a payment');
    await section(page, 'In progress').getByRole('button', { name: 'History of pi_first' }).click();
    await expect(history.getByRole('listitem')).toContainText(['Refund failed', 'Refund queued']);
    await expectAccessible(page);
    await history.getByRole('textbox').fill('pi_unknown');
    await button(page, 'Show the history').click();
    await expect(history.getByRole('alert')).toContainText('There is no payment with this id.');
    await button(page, 'Resume automatic refunds').click();
    await confirm(page, 'Resume automatic refunds');
    await expect(main(page).getByRole('status')).toContainText(['2 refunds are queued.']);
  });

  await test.step('an undelivered message is sent again, and the others are deleted', async () => {
    await openFromSettings(page, 'Undelivered messages');
    await expect(main(page)).toContainText('All messages were accepted.');
    await expectAccessible(page);
    const add = database.prepare(
      "insert into platform_outbox_rejected (id, kind, payload, reason, rejected_at, expires_at) values (?, 'email', ?, '550 5.1.1 No such user', 1764000000000, 2e12)",
    );
    for (const name of ['rahim', 'karim', 'shirin'])
      add.run(
        name,
        JSON.stringify({ to: `${name}@example.org`, subject: 'Your receipt', text: 'x', html: 'x' }),
      );
    await page.reload();
    await expect(section(page, 'Messages').getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
    await button(page, 'Send again to karim@example.org').click();
    await expect(main(page).getByRole('status')).toContainText(['1 message is sent again.']);
    await button(page, 'Delete all').click();
    await confirm(page, 'Delete');
    await expect(main(page).getByRole('status')).toContainText(['2 messages are deleted.']);
    await expect(main(page)).toContainText('All messages were accepted.');
  });

  await test.step('a backup is made in the folder of the operator', async () => {
    await page.goto('/staff');
    const needed = section(page, 'What needs you');
    await expect(needed).toContainText('Backups need attention: there is no backup yet');
    await expectAccessible(page);
    await openFromSettings(page, 'Backups');
    await expect(main(page)).toContainText('There is no backup yet.');
    await expectAccessible(page);
    await button(page, 'Make a backup').click();
    await confirm(page, 'Make a backup');
    await expect(section(page, 'Finished backups').getByRole('listitem')).toHaveCount(1);
    await expect(button(page, 'Make a backup')).toBeVisible();
    await expectAccessible(page);
    const [name = ''] = readdirSync(backupDir);
    expect(readdirSync(join(backupDir, name))).toContain('blood-buddies.db');
    await page.goto('/staff');
    await expect(needed).toBeVisible();
    await expect(needed).not.toContainText('Backups need attention');
  });

  await test.step('the log is verified, and the page shows where it is broken', async () => {
    await openFromStaffMenu(page, 'Log');
    await expect(main(page).getByRole('listitem')).toContainText([
      'Started a backup',
      'Deleted undelivered messages',
      'Sent undelivered messages again',
    ]);
    await button(page, 'Verify').click();
    const check = section(page, 'Verify the log');
    await expect(check).toContainText('The log is whole.');
    await expectAccessible(page);
    await button(page, 'Delete old entries').click();
    await confirm(page, 'Delete old entries');
    await expect(check.getByRole('status')).toContainText('No entry is older than 3 years.');
    const { content } = database.prepare('select content from staff_log where seq = 2').get() ?? {};
    const set = database.prepare('update staff_log set content = ? where seq = 2');
    set.run(String(content).replace('owner', 'door'));
    await button(page, 'Verify').click();
    await expect(check).toContainText('Entry 2 was changed.');
    await expectAccessible(page);
    set.run(String(content));
  });

  await test.step('two owners remove the same role and end the same shift: the second one sees it; other roles see no page', async () => {
    await using context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
    const [second, moderator] = [await registerMember(request), await registerMember(request)];
    await signInThroughApi(context, site, second);
    const addRole = database.prepare("insert into staff_roles values (?, ?, '', 0)");
    addRole.run(id(second.email), 'owner');
    addRole.run(id(moderator.email), 'moderator');
    database.prepare("update sessions set second_factor = 'totp' where user_id = ?").run(id(second.email));
    database
      .prepare(
        "insert into staff_shifts select 'shift', user_id, cast(auth_time as text), '', 0, 9e12 from sessions where user_id = ? limit 1",
      )
      .run(id(moderator.email));
    const secondPage = await context.newPage();
    const ownPages = [page, secondPage];
    for (const ownPage of ownPages) {
      await ownPage.goto('/staff/people');
      await expect(section(ownPage, 'Shifts now')).toContainText(moderator.email);
    }
    for (const ownPage of ownPages) {
      await section(ownPage, 'Shifts now')
        .getByRole('button', { name: `End the shift of ${moderator.email}` })
        .click();
      await expect(main(ownPage).getByRole('status')).toContainText(['has ended.']);
    }
    // The second owner's page has been loaded again, and shows the role when the first owner removes it.
    await expect(section(secondPage, 'Shifts now')).not.toContainText(moderator.email);
    for (const [ownPage, text] of [
      [page, 'Removed:'],
      [secondPage, 'Somebody else has already removed:'],
    ] as const) {
      await section(ownPage, 'People')
        .getByRole('button', { name: `Remove ${moderator.email}, Moderator` })
        .click();
      await confirm(ownPage, 'Yes');
      await expect(main(ownPage).getByRole('status')).toContainText([`${text} ${moderator.email}`]);
      await expect(section(ownPage, 'People')).not.toContainText(moderator.email);
    }
    database.prepare("update staff_roles set role = 'moderator' where user_id = ?").run(id(second.email));
    await expect(main(secondPage)).toContainText('This page is for: Owner.');
    await expectAccessible(secondPage);
  });

  await test.step('a role that is removed while a page is open closes it', async () => {
    await openFromSettings(page, 'Payments');
    database.prepare('delete from staff_roles').run();
    await expect(main(page).getByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
  });
});
