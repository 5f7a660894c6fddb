import type { Page } from '@playwright/test';
import { utcDay } from '#contract/days.ts';
import { expectAccessible } from './support/accessible.ts';
import { button } from './support/account.ts';
import { goOffline, goOnline, shortenWorkerTimers, waitUntilCached } from './support/connection.ts';
import { formatDayAndWeekday } from './support/languages.ts';
import { signInThroughApi, submitSignIn } from './support/member.ts';
import { giveRole, giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { act, fill, idOf, main, recordOutcome, rowOf, showAll, statusOf } from './support/today.ts';

// Uses its own site, with one center.
test.use({
  serviceWorkers: 'allow',
  siteSettings: {},
  expectedErrors: [/status of (404|409)|net::ERR|login-page/],
});

const today = utcDay(Date.now());

/** Makes the browser refuse to store anything, as on a full phone. Returns a function that undoes this. */
const fillStorage = (page: Page) =>
  page.evaluateHandle(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The storage is full.', 'QuotaExceededError');
    };
    return () => {
      IDBObjectStore.prototype.put = put;
    };
  });

/** Returns the distance of each button's text from the nearer of the button's side edges, in CSS pixels. */
const readMargins = (buttons: Element[]): number[] =>
  buttons.map((button) => {
    const text = new Range();
    text.selectNodeContents(button);
    const [inner, outer] = [text.getBoundingClientRect(), button.getBoundingClientRect()];
    return Math.min(inner.left - outer.left, outer.right - inner.right);
  });

test('door staff check donors in, undo, defer, add a walk-in, and go on without a connection', async ({
  page,
  site,
  member,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  fill(
    site.dataDir,
    [{ ...member, role: 'door' }],
    ['Rahima Khatun', 'Karim Uddin', 'Shirin Akter', 'Nadia Islam'],
  );
  await shortenWorkerTimers(context);
  await signInThroughApi(context, site, member);
  giveSecondFactor(site.dataDir);

  await test.step('the list is by time, with counts, and is found by name and digits', async () => {
    await page.goto('/staff/today');
    await expect(rowOf(page, 'Rahima Khatun')).toContainText('…0000');
    await expect(main(page).getByRole('heading', { level: 2 })).toHaveText(['9:00', '9:30']);
    await expect(button(page, '4 Expected')).toBeVisible();
    await expect(button(page, '4 Expected')).toHaveAttribute('aria-pressed', 'true');
    // Fails if the staff pages lose the styles that they alone have.
    const edges = (filters: Element[]) =>
      filters.map((filter) => filter.getBoundingClientRect()).map(({ top, height }) => [top, height >= 44]);
    const filters = await main(page)
      .getByRole('group', { name: 'Show' })
      .getByRole('button')
      .evaluateAll(edges);
    expect(filters).toHaveLength(8);
    expect(new Set(filters.map(([top]) => top)).size).toBe(1);
    expect(filters.every(([, isHigh]) => isHigh)).toBe(true);
    // A search finds donors of any status, and hides the numbers to make room for the first result.
    await button(page, '0 Arrived').click();
    await expect(rowOf(page, 'Karim Uddin')).toHaveCount(0);
    await main(page).getByRole('searchbox').fill('karim');
    await expect(rowOf(page, 'Karim Uddin')).toBeVisible();
    await expect(rowOf(page, 'Rahima Khatun')).toHaveCount(0);
    await expect(button(page, '0 Arrived')).toHaveCount(0);
    await main(page).getByRole('searchbox').fill('0002');
    await expect(rowOf(page, 'Shirin Akter')).toBeVisible();
    await page.keyboard.press('Enter');
    const arrived = (name: string) => rowOf(page, name).getByRole('button', { name: 'Check in' });
    await expect(arrived('Shirin Akter')).toBeFocused();
    // Only the button of an only match is filled.
    await expect(arrived('Shirin Akter')).toHaveClass(/bb-button-primary/);
    await main(page).getByRole('searchbox').fill('');
    await button(page, '4 All').click();
    await expect(arrived('Shirin Akter')).toHaveClass(/bb-button-outlined/);
    await expectAccessible(page);
  });

  await test.step('one tap changes a status, another one in the same position nothing; the next one undoes it', async () => {
    await button(page, '4 Expected').click();
    await rowOf(page, 'Rahima Khatun').getByRole('button', { name: 'Check in' }).dblclick();
    await expect(button(page, '1 Arrived')).toBeVisible();
    await expect(button(page, '3 Expected')).toBeVisible();
    // The donor stays in view, to be undone.
    await expect(rowOf(page, 'Rahima Khatun').getByRole('button', { name: 'Undo' })).toBeVisible();
    await button(page, '4 All').click();
    const heightOf = async (name: string) => (await rowOf(page, name).boundingBox())?.height;
    expect(await heightOf('Rahima Khatun')).toBe(await heightOf('Karim Uddin'));
    await expect.poll(() => statusOf(site.dataDir, 'Rahima Khatun')).toBe('arrived');
    await act(page, 'Rahima Khatun', 'Undo');
    await expect.poll(() => statusOf(site.dataDir, 'Rahima Khatun')).toBe('booked');
    await button(page, '4 All').click();
    await act(page, 'Rahima Khatun', 'Check in');
    await expect(rowOf(page, 'Rahima Khatun').getByRole('button', { name: 'Undo' })).toBeFocused();
    await recordOutcome(page, 'Rahima Khatun', 'Gave blood');
    await expect(rowOf(page, 'Rahima Khatun').getByRole('button', { name: 'Undo' })).toBeFocused();
    await expect.poll(() => statusOf(site.dataDir, 'Rahima Khatun')).toBe('fulfilled');
    await act(page, 'Karim Uddin', 'Check in');
    await recordOutcome(page, 'Karim Uddin', 'Deferred');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const margins = await rowOf(page, 'Karim Uddin')
      .getByRole('button', { name: /^\d+ months?$/ })
      .evaluateAll(readMargins);
    expect(margins).toHaveLength(5);
    expect(Math.min(...margins)).toBeGreaterThan(4);
    await main(page).getByRole('textbox', { name: 'Or from this day' }).fill('2030-02-01');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Karim Uddin')).toContainText('Deferred until February 1, 2030');
    await expect.poll(() => statusOf(site.dataDir, 'Karim Uddin')).toBe('deferred');
    await expect(button(page, '0 Arrived')).toBeVisible();
  });

  await test.step('a walk-in takes three fields', async () => {
    await button(page, 'Add a walk-in').click();
    await expectAccessible(page);
    await button(page, 'Add').press('Enter');
    await expect(main(page).getByText('Fill in this field').first()).toBeVisible();
    await main(page).getByLabel('Name', { exact: true }).fill('Walk In');
    await main(page).getByLabel('Blood group').selectOption('AB-');
    // A second tap, as with gloves, does not press what appears when the form closes.
    await button(page, 'Add').dblclick();
    await expect(main(page).getByText('Walk In is on the list.')).toBeVisible();
    await expect(rowOf(page, 'Walk In')).toContainText('Walk-in');
    await expect.poll(() => statusOf(site.dataDir, 'Walk In')).toBe('arrived');
    await expect(rowOf(page, 'Walk In')).toContainText('Arrived');
  });

  await test.step('offline, changes stay on the device, even after a reload and from another tab, and are sent later', async () => {
    await waitUntilCached(page, 'staff-pages', 'decode-frame');
    await goOffline(context);
    await act(page, 'Shirin Akter', 'Check in');
    await expect(main(page)).toContainText("You're offline.");
    await expect(main(page)).toContainText('1 change is stored on this device');
    await expect(rowOf(page, 'Shirin Akter')).toContainText('Not sent yet');
    await expectAccessible(page);
    await page.reload();
    await expect(main(page)).toContainText("it can't show names yet");
    await expect(main(page)).toContainText('1 change is stored on this device');
    await expect(main(page)).not.toContainText('Shirin Akter');
    await expectAccessible(page);
    expect(statusOf(site.dataDir, 'Shirin Akter')).toBe('booked');
    const tab = await context.newPage();
    await tab.goto('/staff/today');
    await expect(main(tab)).toContainText('1 change is stored on this device');
    const actByNumber = async (device: Page, name: string, action: string) => {
      const number = idOf(site.dataDir, name).slice(-6);
      await main(device).getByRole('searchbox').fill(number);
      await act(device, `Number …${number}`, action);
    };
    await actByNumber(tab, 'Nadia Islam', 'Check in');
    await expect(main(tab)).toContainText('2 changes are stored on this device');
    await tab.close();
    await actByNumber(page, 'Rahima Khatun', 'Undo');
    await expect(main(page)).toContainText('3 changes are stored on this device');
    await button(page, 'Add a walk-in').click();
    await main(page).getByLabel('Name', { exact: true }).fill('Late Walk In');
    await main(page).getByLabel('Blood group').selectOption('A-');
    const full = await fillStorage(page);
    await button(page, 'Add').press('Enter');
    await expect(main(page).getByRole('alert')).toContainText('The walk-in was not added');
    await expect(main(page).getByLabel('Name', { exact: true })).toHaveValue('Late Walk In');
    await expect(main(page)).not.toContainText('Late Walk In is on the list.');
    await expectAccessible(page);
    await full.evaluate((end) => end());
    await button(page, 'Add').press('Enter');
    await expect(main(page)).toContainText('Late Walk In is on the list.');
    await main(page).getByRole('searchbox').fill('');
    await expect(rowOf(page, 'Late Walk In')).toContainText('Not sent yet');
    await goOnline(context);
    await showAll(page);
    await expect(rowOf(page, 'Shirin Akter')).toContainText('Arrived');
    await expect.poll(() => statusOf(site.dataDir, 'Late Walk In')).toBe('arrived');
    await expect.poll(() => statusOf(site.dataDir, 'Nadia Islam')).toBe('arrived');
    await expect.poll(() => statusOf(site.dataDir, 'Rahima Khatun')).toBe('arrived');
    await expect.poll(() => statusOf(site.dataDir, 'Shirin Akter')).toBe('arrived');
    await expect(main(page)).not.toContainText("You're offline.");
  });

  await test.step('a phone without a camera takes the number on the pass, or leads back to the list', async () => {
    await main(page).getByRole('link', { name: 'Scan passes' }).click();
    await expect(main(page).getByRole('alert')).toContainText('The camera is not available.');
    const field = main(page).getByLabel('Or type the appointment number');
    await field.fill('nobody');
    await expect(main(page)).toContainText('Nobody on the list matches.');
    await button(page, 'Check').click();
    const notFound = main(page).getByRole('status').filter({ hasText: 'Not found' });
    await expect(notFound).toBeInViewport({ ratio: 1 });
    await field.fill(idOf(site.dataDir, 'Nadia Islam').slice(-6));
    await field.press('Enter');
    await expect(rowOf(page, 'Nadia Islam').getByRole('button', { name: 'Undo' })).toBeFocused();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await field.fill('BB1:NOT A PASS');
    await button(page, 'Check').press('Enter');
    const notValid = main(page).getByRole('status').filter({ hasText: 'Not valid' });
    await expect(notValid).toBeVisible();
    // A wired scanner types into the field after its present text, and in lower case when Caps Lock is on.
    const link = main(page).getByRole('link', { name: 'To the list' });
    await field.fill('nobody');
    for (const [focused, text] of [
      [field, 'BB1:NOT A PASS'],
      [link, 'bb1:not a pass'],
    ] as const) {
      await focused.focus();
      await page.keyboard.type(text);
      await expect(field).toHaveValue(text);
      await expect(notValid).toHaveCount(0);
      await page.keyboard.press('Enter');
      await expect(notValid).toBeVisible();
    }
    await expect(field).toBeFocused();
    await link.click();
    await showAll(page);
    await expect(rowOf(page, 'Shirin Akter')).toContainText('Arrived');
    // On the list, the spaces and Enter that a scanner types press no button.
    await rowOf(page, 'Shirin Akter').getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.type('bb1:no pass ');
    await page.keyboard.press('Enter');
    await expect(main(page)).toContainText('Nobody on the list matches.');
    await main(page).getByRole('searchbox').fill('');
    await expect(rowOf(page, 'Shirin Akter')).toContainText('Arrived');
  });

  await test.step('a coordinator sees the donors who are booked on another day', async () => {
    const tomorrow = utcDay(Date.now() + 86_400_000);
    {
      using database = openDatabase(site.dataDir);
      giveRole(database, member.email, 'coordinator', 'c1');
      database.prepare("update appointments set day = ? where name = 'Karim Uddin'").run(tomorrow);
    }
    await page.goto('/staff/today');
    await expect(main(page)).toContainText(`Dhaka Center, ${formatDayAndWeekday(today)}`);
    await button(page, 'Options').click();
    await expectAccessible(page);
    await page.getByLabel('Day', { exact: true }).selectOption(tomorrow);
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(formatDayAndWeekday(tomorrow));
    const booked = main(page).getByRole('listitem').filter({ hasText: 'Karim Uddin' });
    await expect(booked).toHaveText(/^Karim Uddin9:30Blood group O\+Phone ends in …0001Deferred/);
    {
      using database = openDatabase(site.dataDir);
      database.prepare("update appointments set status = 'booked' where name = 'Karim Uddin'").run();
    }
    await page.reload();
    await expect(booked).toBeVisible();
    await expectAccessible(page);
    await act(page, 'Karim Uddin', 'Cancel');
    await expect(booked).toContainText('Canceled');
    await expect(booked.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  await test.step('a long list is shown to its end, and begins near the top of a phone', async () => {
    const late = Array.from({ length: 60 }, (_, n) => `Late Donor ${n + 1}`);
    fill(site.dataDir, [], late, '11:00');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/staff/today');
    const isInView = (rows: Element[]) =>
      rows.map((row) => row.getBoundingClientRect().bottom).filter((bottom) => bottom <= innerHeight).length;
    const rows = main(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^(Check in|Undo)$/ }) });
    await expect(rows).toHaveCount(50);
    expect(await rows.evaluateAll(isInView)).toBeGreaterThanOrEqual(3);
    await showAll(page);
    const lastRow = rowOf(page, 'Late Donor 60');
    await expect(lastRow).toHaveCount(0);
    await rows.last().scrollIntoViewIfNeeded();
    await expect(lastRow).toHaveCount(1);
    // The keyboard of a phone leaves this height. The search field is still in reach, far down the list.
    await page.setViewportSize({ width: 360, height: 480 });
    await lastRow.scrollIntoViewIfNeeded();
    await expect(main(page).getByRole('searchbox')).toBeInViewport({ ratio: 1 });
    await main(page).getByRole('searchbox').fill('a');
    await expect(rows.first()).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/staff/today');
    await expect(rows.first()).toBeVisible();
    expect(await rows.evaluateAll(isInView)).toBeGreaterThanOrEqual(14);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await page.setViewportSize({ width: 360, height: 740 });
  });

  await test.step('the whole day is printed whatever the list shows, and without buttons', async () => {
    using database = openDatabase(site.dataDir);
    const sql = 'select count(*) as count from appointments where day = ?';
    const count = Number(database.prepare(sql).get(today)?.count);
    await button(page, '0 No donation').click();
    await expect(main(page).getByRole('listitem').filter({ hasText: 'Late Donor' })).toHaveCount(0);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    const table = main(page).getByRole('table');
    await expect(table.getByRole('row').filter({ hasText: 'Late Donor 60' })).toBeVisible();
    await expect(table.getByRole('row')).toHaveCount(1 + count);
    await expect(main(page).getByRole('heading')).toHaveText([`Dhaka Center, ${formatDayAndWeekday(today)}`]);
    await expect(page.locator('button:visible, a:visible, input:visible, select:visible')).toHaveCount(0);
    await page.emulateMedia({ media: null });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(table).toHaveCount(0);
    // The browser itself says when it prints.
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
    expect(pages?.length).toBeGreaterThan(1);
  });

  await test.step('those expected in earlier hours are folded into one row', async () => {
    using database = openDatabase(site.dataDir);
    const setTimeZone = database.prepare('update centers set time_zone = ?');
    // It is between 12:00 and 13:00 at the center.
    const offset = 12 - new Date().getUTCHours();
    setTimeZone.run(`Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`);
    database.exec("update appointments set slot_time = '12:30' where name like 'Late Donor 5%'");
    await page.goto('/staff/today');
    await expect(rowOf(page, 'Late Donor 50')).toBeVisible();
    await expect(rowOf(page, 'Late Donor 49')).toHaveCount(0);
    const earlier = main(page).getByRole('button', { name: /^Earlier: \d+$/ });
    await expect(earlier).toHaveAttribute('aria-expanded', 'false');
    await expectAccessible(page);
    await main(page).getByRole('searchbox').fill('late donor 49');
    await expect(rowOf(page, 'Late Donor 49')).toBeVisible();
    await main(page).getByRole('searchbox').fill('');
    await earlier.press('Enter');
    await expect(earlier).toHaveAttribute('aria-expanded', 'true');
    await expect(main(page).getByRole('heading', { name: '11:00' })).toBeVisible();
    setTimeZone.run('UTC');
  });

  await test.step("today is the center's day, even on a device whose clock shows another day", async () => {
    const tab = await context.newPage();
    // Larger differences are corrected on all pages.
    const difference = 12 * 3_600_000 - 5000;
    const [earlier, later] = [Date.now() - difference, Date.now() + difference];
    await tab.clock.setSystemTime(utcDay(earlier) === today ? later : earlier);
    for (const openPage of [tab, page]) {
      await openPage.goto('/staff/today');
      await expect(main(openPage)).toContainText(`Dhaka Center, ${formatDayAndWeekday(today)}`);
      await button(openPage, 'Options').click();
      await expect(openPage.getByLabel('Day', { exact: true }).locator('option:checked')).toHaveText('Today');
    }
    await tab.close();
  });

  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await test.step('a shift that was ended elsewhere leaves no list on the device', async () => {
    await page.goto('/staff/today');
    await showAll(page);
    await expect(rowOf(page, 'Shirin Akter')).toBeVisible();
    await goOffline(context);
    await act(page, 'Shirin Akter', 'Undo');
    await expect(main(page)).toContainText('1 change is stored on this device');
    {
      using database = openDatabase(site.dataDir);
      database.prepare('update staff_shifts set ends_at = ?').run(Date.now());
    }
    await goOnline(context);
    await expect(main(page).getByRole('heading', { name: 'Your shift has ended' })).toBeVisible();
    await expect(main(page)).toContainText('1 change was not sent yet');
    await expect(main(page)).toContainText('sent when you sign in here again');
    await expectAccessible(page);
    await expect.poll(names).not.toContain('bloodBuddiesStaff');
    await goOffline(context);
    await page.reload();
    await expect(main(page).getByRole('alert')).toContainText(/connection|offline/i);
    await expect(main(page)).not.toContainText('Shirin Akter');
    await goOnline(context);
    await button(page, 'Sign in again').click();
    await submitSignIn(page, member);
    await expect(main(page)).toContainText('You need it for pages that show data of other people.');
    giveSecondFactor(site.dataDir);
  });

  await test.step('signing out deletes the data that the device has stored', async () => {
    await page.goto('/staff/today');
    // The change of the earlier shift was sent.
    await expect.poll(() => statusOf(site.dataDir, 'Shirin Akter')).toBe('booked');
    await showAll(page);
    await act(page, 'Shirin Akter', 'Check in');
    await expect.poll(() => statusOf(site.dataDir, 'Shirin Akter')).toBe('arrived');
    await expect(rowOf(page, 'Shirin Akter')).toContainText('Arrived');
    await expect.poll(names).toContain('bloodBuddiesStaff');
    const logOut = async () => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'Log out' }).click();
    };
    await waitUntilCached(page, 'staff-pages', 'decode-frame');
    // Logging out warns of unsent changes, even on a page other than the list or after a reload.
    await goOffline(context);
    await recordOutcome(page, 'Shirin Akter', 'Gave blood');
    await recordOutcome(page, 'Nadia Islam', 'Gave blood');
    await expect(main(page)).toContainText('2 changes are stored on this device');
    await page.reload();
    await logOut();
    await expect(page.getByRole('heading', { name: '2 changes were not sent yet' })).toBeFocused();
    await expectAccessible(page);
    await button(page, 'Send now').click();
    await expect(main(page).getByRole('alert')).toContainText(/connection|offline/i);
    await main(page).getByRole('link', { name: 'To the list' }).click();
    await expect(main(page)).toContainText('2 changes are stored on this device');
    await logOut();
    await goOnline(context);
    await button(page, 'Send now').click();
    await expect(page).toHaveURL(/\/login$/);
    expect([statusOf(site.dataDir, 'Shirin Akter'), statusOf(site.dataDir, 'Nadia Islam')]).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    await expect.poll(names).not.toContain('bloodBuddiesStaff');

    await signInThroughApi(context, site, member);
    giveSecondFactor(site.dataDir);
    await page.goto('/staff/today');
    await showAll(page);
    await expect(rowOf(page, 'Shirin Akter')).toContainText('Gave blood');
    // A change that the server rejected can't be sent again.
    await goOffline(context);
    await act(page, 'Nadia Islam', 'Undo');
    {
      using database = openDatabase(site.dataDir);
      database.exec("delete from appointments where name = 'Nadia Islam'");
    }
    await goOnline(context);
    await expect(button(page, 'Dismiss')).toBeVisible();
    await logOut();
    await expect(page.getByRole('heading', { name: '1 change was not accepted' })).toBeFocused();
    await expect(button(page, 'Send now')).toHaveCount(0);
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'To the list' }).click();
    await button(page, 'Dismiss').click();

    await showAll(page);
    await goOffline(context);
    await act(page, 'Shirin Akter', 'Undo');
    await expect(main(page)).toContainText('1 change is stored on this device');
    await logOut();
    await button(page, 'Sign out and lose them').click();
    await expect(page).toHaveURL(/\/login$/);
    await goOnline(context);
    // The script of the login page could not be loaded offline, so the page is opened again.
    await expect(main(page).getByRole('heading', { name: 'Login' })).toBeVisible();
    expect(statusOf(site.dataDir, 'Shirin Akter')).toBe('fulfilled');
  });

  await test.step('the emailed link of a walk-in describes the visit before it asks to sign in', async () => {
    await page.goto('/staff/claim#token');
    await expect(main(page).getByRole('heading', { name: 'Add your visit' })).toBeFocused();
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});
