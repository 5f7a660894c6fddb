import type { Page } from '@playwright/test';
import { utcDay } from '#contract/days.ts';
import { days, hours } from '#platform/time.ts';
import { expectAccessible } from './support/accessible.ts';
import { section } from './support/account.ts';
import { goOffline, goOnline, hold } from './support/connection.ts';
import { registerMember, signInThroughApi, submitSignIn } from './support/member.ts';
import { giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { act, fill, main, recordOutcome, rowOf, showAll, statusOf } from './support/today.ts';

// Uses its own site, with one center.
test.use({ siteSettings: { LOG_LEVEL: 'warn' }, expectedErrors: [/net::ERR|status of 404/] });

/** Records in the page which tones (Hz) and vibrations (ms) it plays. */
const recordSignals = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const played: unknown[] = [];
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      played.push(this.frequency.value);
      start.call(this, when);
    };
    Object.assign(window, { played });
    Object.assign(navigator, { vibrate: (pattern: number[]) => played.push(pattern) });
  });
const takeSignals = (page: Page) =>
  page.evaluate(() => (window as unknown as { played: unknown[] }).played.splice(0));

/** Types the text of a pass, as a wired scanner does. */
async function scan(page: Page, pass: string, verdict: string): Promise<void> {
  const field = main(page).getByLabel('Or type the appointment number');
  await field.fill(pass);
  await field.press('Enter');
  await expect(main(page).getByRole('status').filter({ hasText: verdict })).toBeVisible();
}

/** Simulates a return to the tab, because Playwright never hides a page. */
const refreshTab = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('two devices record different outcomes without a connection, and a coordinator confirms one', async ({
  page,
  site,
  member,
  context,
  browser,
  request,
}) => {
  const coordinator = await registerMember(request);
  const staff = [
    { ...member, role: 'door' },
    { ...coordinator, role: 'coordinator' },
  ];
  fill(site.dataDir, staff, ['Rahima Khatun', 'Karim Uddin', 'Nadia Islam', 'Salma Akter']);
  {
    using database = openDatabase(site.dataDir);
    const own = 'user_id = (select id from users where email = ?1), email = ?1 where name = ?2';
    const give = database.prepare(`update appointments set ${own}`);
    give.run(coordinator.email, 'Rahima Khatun');
    give.run(member.email, 'Salma Akter');
  }
  const passOf = async ({ email, accessToken }: typeof member) => {
    const headers = { Authorization: `Bearer ${accessToken}` };
    const [{ pass }] = (await (
      await request.get('/api/appointments', { params: { email }, headers })
    ).json()) as [{ pass: string }];
    return pass;
  };
  const pass = await passOf(coordinator);
  await using otherContext = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  const other = await otherContext.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  for (const device of [page, other]) {
    await recordSignals(device);
    await signInThroughApi(device.context(), site, device === page ? member : coordinator);
    giveSecondFactor(site.dataDir);
    await device.goto('/staff/today');
    await expect(rowOf(device, 'Nadia Islam')).toBeVisible();
    await goOffline(device.context());
    await main(device).getByRole('link', { name: 'Scan passes' }).click();
  }

  await test.step('a pass is valid once on each device, with its own sound and vibration', async () => {
    await scan(page, pass, 'Checked in.');
    expect(await takeSignals(page)).toEqual([[80], 880]);
    await scan(page, pass, 'Already used');
    expect(await takeSignals(page)).toEqual([[80, 80, 80], 520, 520]);
    await scan(page, 'BB1:NOT A PASS', 'Not valid');
    expect(await takeSignals(page)).toEqual([[400], 220]);
    await scan(other, pass, 'Checked in.');
  });

  await test.step('each device records a different outcome', async () => {
    for (const device of [page, other]) await main(device).getByRole('link', { name: 'To the list' }).click();
    await act(page, 'Karim Uddin', 'Check in');
    await recordOutcome(page, 'Karim Uddin', 'Gave blood');
    await act(other, 'Karim Uddin', 'More');
    await act(other, 'Karim Uddin', 'Did not come');
    await goOnline(context);
    await expect.poll(() => statusOf(site.dataDir, 'Karim Uddin')).toBe('fulfilled');
    await goOnline(otherContext);
    await expect.poll(() => statusOf(site.dataDir, 'Karim Uddin')).toBe('noshow');
  });

  const check = (on: Page) => section(on, 'Check');
  await test.step('both people see all changes; door staff cannot confirm', async () => {
    for (const device of [page, other]) {
      await refreshTab(device);
      await expect(check(device)).toContainText(/Karim Uddin.*Arrived.*Gave blood.*Did not come/);
      await expect(check(device)).toContainText(/Rahima Khatun.*Pass scanned.*Pass scanned/);
      await expect(rowOf(device, 'Karim Uddin').last()).toContainText('Check');
      await expectAccessible(device);
    }
    await expect(check(page)).toContainText('The latest one counts until a coordinator confirms one online.');
    await expect(check(page).getByRole('button')).toHaveCount(0);
    await expect(check(other).getByRole('button', { name: 'Confirm' })).toHaveCount(5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  await test.step('the coordinator confirms one, with the keyboard', async () => {
    const ofKarim = check(other).getByRole('listitem').filter({ hasText: 'Karim Uddin' });
    await ofKarim.getByRole('button', { name: 'Confirm' }).nth(1).press('Enter');
    await expect(ofKarim).toHaveCount(0);
    await expect.poll(() => statusOf(site.dataDir, 'Karim Uddin')).toBe('fulfilled');
    await expect(rowOf(other, 'Karim Uddin')).not.toContainText('Not sent yet');
    for (const device of [page, other]) {
      await refreshTab(device);
      await expect(rowOf(device, 'Karim Uddin')).toContainText('Gave blood');
      await expect(check(device)).not.toContainText('Karim Uddin');
    }
  });

  await test.step('with a connection, the second device shows the conflict immediately', async () => {
    const pass = await passOf(member);
    for (const device of [page, other]) await main(device).getByRole('link', { name: 'Scan passes' }).click();
    await scan(page, pass, 'Checked in.');
    // The device whose change arrives second shows the conflict.
    await expect.poll(() => statusOf(site.dataDir, 'Salma Akter')).toBe('arrived');
    await takeSignals(other);
    await scan(other, pass, 'Already used');
    expect((await takeSignals(other)).slice(-3)).toEqual([[80, 80, 80], 520, 520]);
    for (const device of [page, other]) {
      await main(device).getByRole('link', { name: 'To the list' }).click();
      await showAll(device);
    }
  });

  await test.step('the error page of a proxy does not remove the list', async () => {
    const body = '<h1>Not Found</h1>';
    await page.route('**/api/staff/me', (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body }),
    );
    for (let count = 0; count < 2; count++) await page.waitForResponse('**/api/staff/me');
    await expect(rowOf(page, 'Karim Uddin')).toBeVisible();
    await page.unroute('**/api/staff/me');
  });

  await test.step('an appointment of yesterday is checked on its own day', async () => {
    const yesterday = utcDay(Date.now() - days(1));
    {
      using database = openDatabase(site.dataDir);
      database.prepare("update appointments set day = ? where name = 'Rahima Khatun'").run(yesterday);
      const ofRahima = "appointment_id = (select id from appointments where name = 'Rahima Khatun')";
      database.prepare(`update status_changes set day = ? where is_scan = 1 and ${ofRahima}`).run(yesterday);
    }
    await other.reload();
    await expect(main(other)).toContainText('Check 1 appointment of yesterday.');
    await expectAccessible(other);
    await main(other).getByRole('link', { name: 'See yesterday' }).press('Enter');
    await main(other).getByRole('button', { name: 'Options' }).click();
    await expect(other.getByLabel('Day', { exact: true })).toHaveValue(yesterday);
    await expect(check(other)).toContainText('Rahima Khatun');
    const release = await hold(other, /\/status$/);
    const confirmations: string[] = [];
    other.on('request', (sent) => {
      if (sent.method() === 'PUT') confirmations.push(sent.url());
    });
    const confirm = check(other).getByRole('button', { name: 'Confirm' }).first();
    await confirm.press('Enter');
    // On a slow connection, a second tap confirms nothing more.
    await expect(confirm).toHaveAttribute('aria-busy', 'true');
    await confirm.press('Enter');
    release();
    await expect(check(other)).toHaveCount(0);
    expect(confirmations).toHaveLength(1);
    expect(statusOf(site.dataDir, 'Rahima Khatun')).toBe('arrived');
    await other.getByLabel('Day', { exact: true }).selectOption({ label: 'Today' });
    await showAll(other);
    await expect(rowOf(other, 'Karim Uddin')).toBeVisible();
    await expect(main(other)).not.toContainText('of yesterday');
  });

  await test.step('the list works after signing out in another tab while a change is sent, and signing in again', async () => {
    const release = await hold(other, /\/status$/);
    await act(other, 'Nadia Islam', 'Check in');
    await expect(rowOf(other, 'Nadia Islam')).toContainText('Not sent yet');
    const tab = await otherContext.newPage();
    await tab.goto('/staff/sign-out');
    await main(tab).getByRole('button', { name: 'Sign out and lose them' }).click();
    await expect(main(other).getByRole('heading', { name: 'Login' })).toBeVisible();
    await tab.close();
    release();
    await submitSignIn(other, coordinator);
    await expect(main(other)).toContainText('You need it for pages that show data of other people.');
    giveSecondFactor(site.dataDir);
    await refreshTab(other);
    await act(other, 'Nadia Islam', 'Check in');
    await expect.poll(() => statusOf(site.dataDir, 'Nadia Islam')).toBe('arrived');
    await act(other, 'Nadia Islam', 'Undo');
    await expect.poll(() => statusOf(site.dataDir, 'Nadia Islam')).toBe('booked');
  });

  await test.step('without a connection, a shift ends after its 12 hours, and its list is deleted', async () => {
    const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(await names()).toContain('bloodBuddiesStaff');
    await goOffline(context);
    await page.clock.setSystemTime(Date.now() + hours(12));
    await expect(main(page).getByRole('alert')).toContainText(/connection|offline/i);
    await expect(main(page)).not.toContainText('Nadia Islam');
    await expect.poll(names).not.toContain('bloodBuddiesStaff');
    await page.clock.setSystemTime(Date.now());
    await goOnline(context);
    await page.goto('/staff/today');
  });

  await test.step('changes that were not sent for 7 days are deleted', async () => {
    await page.route('**/api/staff/appointments/**', (route) => route.abort());
    await act(page, 'Nadia Islam', 'Check in');
    await expect(main(page)).toContainText('1 change is stored on this device');
    await page.clock.setSystemTime(Date.now() + days(6));
    await page.goto('/staff/sign-out');
    await expect(page.getByRole('heading', { name: '1 change was not sent yet' })).toBeFocused();
    await page.clock.setSystemTime(Date.now() + days(8));
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
  });
});
