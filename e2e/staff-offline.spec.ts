import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { button } from './support/account.ts';
import { goOffline, goOnline, shortenWorkerTimers, waitUntilCached } from './support/connection.ts';
import { signInThroughApi, submitSignIn } from './support/member.ts';
import { giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { act, fill, idOf, main, recordOutcome, rowOf, showAll, statusOf } from './support/today.ts';

// Uses its own site, with one center.
test.use({
  serviceWorkers: 'allow',
  siteSettings: {},
  expectedErrors: [/status of (404|409)|net::ERR|login-page/],
});

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

test('a device without a connection stores changes, and nothing once its shift has ended', async ({
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
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

  await test.step('offline, changes stay on the device, even after a reload, and are sent later', async () => {
    await page.goto('/staff/today');
    await act(page, 'Rahima Khatun', 'Check in');
    await expect.poll(() => statusOf(site.dataDir, 'Rahima Khatun')).toBe('arrived');
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
    const actByNumber = async (name: string, action: string) => {
      const number = idOf(site.dataDir, name).slice(-6);
      await main(page).getByRole('searchbox').fill(number);
      await act(page, `Number …${number}`, action);
    };
    await actByNumber('Nadia Islam', 'Check in');
    await actByNumber('Rahima Khatun', 'Undo');
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
    await expect.poll(() => statusOf(site.dataDir, 'Rahima Khatun')).toBe('booked');
    await expect.poll(() => statusOf(site.dataDir, 'Shirin Akter')).toBe('arrived');
    await expect(main(page)).not.toContainText("You're offline.");
  });

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
    await act(page, 'Nadia Islam', 'Gave blood');
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
});
