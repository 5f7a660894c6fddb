import { readFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { addMonths, utcMonth } from '#contract/months.ts';
import { newId } from '#platform/ids.ts';
import { expectAccessible } from './support/accessible.ts';
import { button, section } from './support/account.ts';
import { signInThroughApi } from './support/member.ts';
import { openFromStaffMenu } from './support/navigation.ts';
import { giveRole, giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

// Uses its own site, without appointments.
test.use({ siteSettings: {}, expectedErrors: [/status of (404|409)/] });

const main = (page: Page) => page.getByRole('main');
const month = utcMonth(Date.now());

/** Adds appointments of this month, and 5 of the month before. */
function fill(database: DatabaseSync): void {
  const add = database.prepare(
    `insert into appointments (id, user_id, email, name, phone, center, center_key, blood_group, day, status)
      values (?, ?, '', '', '', ?, ?, 'O+', ?, ?)`,
  );
  const book = (day: string, center: string, status: string) =>
    add.run(newId(), newId(), center, center.toLowerCase(), day, status);
  const statuses = ['fulfilled', 'fulfilled', 'deferred', 'not-given', 'noshow', 'booked'];
  for (let n = 0; n < 120; n += 1) {
    const day = `${month}-${String((n % 28) + 1).padStart(2, '0')}`;
    book(day, n % 3 ? 'Dhaka Medical College Hospital' : 'Sylhet', statuses[n % 6] as string);
  }
  for (let n = 0; n < 5; n += 1) book(`${addMonths(month, -1)}-15`, 'Sylhet', 'fulfilled');
  database
    .prepare("insert into late_cancellations values (?, ?, 'Sylhet', 'sylhet', null)")
    .run(newId(), `${month}-10`);
}

test('an owner reads the figures of a month and a center, as bars, tables, on paper and as a file', async ({
  page,
  site,
  member,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  using database = openDatabase(site.dataDir);
  giveRole(database, member.email, 'owner');
  await signInThroughApi(page.context(), site, member);

  await test.step('the figures require two-step verification', async () => {
    await page.goto('/staff');
    await openFromStaffMenu(page, 'Figures');
    await expect(main(page)).toContainText('You need it for pages that show data of other people.');
    await expectAccessible(page);
    giveSecondFactor(site.dataDir);
  });

  await test.step('an empty month says so', async () => {
    await page.reload();
    await expect(main(page).getByRole('status')).toContainText('There are no appointments in');
    await expectAccessible(page);
    fill(database);
  });

  await test.step('the page shows totals, a comparison, bars and tables', async () => {
    await page.reload();
    const totals = main(page)
      .locator('section')
      .filter({ has: page.getByRole('definition') });
    await expect(totals.getByRole('definition')).toHaveText(['120', '80', '40', '20', '20', '20', '1', '0']);
    await expect(totals).toContainText('115 more booked, 35 more gave blood.');
    await expect(main(page).getByRole('img', { name: /^Bars/ })).toBeVisible();
    await expect(section(page, 'By center').getByRole('row')).toContainText([
      /Center/,
      /Dhaka.*80/,
      /Sylhet.*40/,
    ]);
    await expect(section(page, 'By center')).toContainText('Scroll sideways to see all columns.');
    await page.getByText('Show the days as a table').click();
    await expect(section(page, 'By day').getByRole('row')).toHaveCount(29);
    await expectAccessible(page);
  });

  await test.step('a center and a month are in the address', async () => {
    await main(page).getByLabel('Center', { exact: true }).selectOption('Sylhet');
    await expect(main(page).getByRole('definition').first()).toHaveText('40');
    await expect(page).toHaveURL(/center=sylhet/);
    await button(page, 'Previous month').click();
    await expect(main(page).getByRole('definition').first()).toHaveText('5');
    await page.goBack();
    await expect(main(page).getByRole('definition').first()).toHaveText('40');
  });

  await test.step('the printed page shows center and days, fits on A4, and has no buttons', async () => {
    await page.reload();
    await expect(button(page, 'Print or save as PDF')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    // Uses the width of A4 between margins of 20 mm.
    await page.setViewportSize({ width: 642, height: 740 });
    await expect(main(page).getByRole('heading', { name: /, Sylhet$/ })).toBeVisible();
    const days = section(page, 'By day');
    await expect(days.getByRole('row')).toHaveCount(29);
    const overflow = await days.getByRole('table').evaluate((table) => {
      const { right } = table.getBoundingClientRect();
      return right - (table.closest('.bb-card') as HTMLElement).getBoundingClientRect().right;
    });
    expect(overflow).toBeLessThanOrEqual(0);
    for (const role of ['navigation', 'button', 'combobox'] as const)
      await expect(page.getByRole(role)).toHaveCount(0);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 360, height: 740 });
  });

  await test.step('the file names the month', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download as CSV').click(),
    ]);
    expect(download.suggestedFilename()).toBe(`blood-buddies-figures-${month}.csv`);
    expect(await readFile(await download.path(), 'utf8')).toContain('Sylhet');
  });

  await test.step('figures that cannot be loaded can be requested again', async () => {
    await page.route('**/api/staff/figures?*', (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await expect(main(page).getByRole('alert')).toContainText('The figures could not be loaded.');
    await expectAccessible(page);
    await page.unroute('**/api/staff/figures?*');
    await button(page, 'Try again').click();
    await expect(main(page).getByRole('definition').first()).toHaveText('40');
  });
});
