import { utcDay } from '#contract/days.ts';
import { expectAccessible } from './support/accessible.ts';
import { button } from './support/account.ts';
import { formatDayAndWeekday } from './support/languages.ts';
import { signInThroughApi } from './support/member.ts';
import { giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { act, fill, main, rowOf } from './support/today.ts';

// Uses its own site, with one center.
test.use({ siteSettings: {} });

const today = utcDay(Date.now());

test('a coordinator looks at another day, prints the day, and opens the hours that are over', async ({
  page,
  site,
  member,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  fill(site.dataDir, [{ ...member, role: 'coordinator' }], ['Rahima Khatun', 'Karim Uddin']);
  await signInThroughApi(context, site, member);
  giveSecondFactor(site.dataDir);

  await test.step('another day lists its donors, whose appointments can only be canceled', async () => {
    const tomorrow = utcDay(Date.now() + 86_400_000);
    {
      using database = openDatabase(site.dataDir);
      const sql = "update appointments set day = ?, status = 'deferred' where name = 'Karim Uddin'";
      database.prepare(sql).run(tomorrow);
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

  await test.step('the whole day is printed whatever the list shows, and without buttons', async () => {
    const late = Array.from({ length: 60 }, (_, n) => `Late Donor ${n + 1}`);
    fill(site.dataDir, [], late, '11:00');
    await page.goto('/staff/today');
    await button(page, '0 No donation').click();
    await expect(main(page).getByRole('listitem').filter({ hasText: 'Late Donor' })).toHaveCount(0);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    const table = main(page).getByRole('table');
    await expect(table.getByRole('row').filter({ hasText: 'Late Donor 60' })).toBeVisible();
    await expect(table.getByRole('row')).toHaveCount(1 + 1 + late.length);
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
});
