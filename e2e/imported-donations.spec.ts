import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { button, confirm, section } from './support/account.ts';
import { addPastAppointments } from './support/donations.ts';
import { inLanguage } from './support/languages.ts';
import { confirmEmail, registerMember, signInThroughApi } from './support/member.ts';
import { giveRole, giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const main = (page: Page) => page.getByRole('main');

test('an owner imports earlier donations, and the donor adds them to the history', async ({
  page,
  site,
  browser,
  request,
}) => {
  const [owner, member] = [await registerMember(request), await registerMember(request)];
  await confirmEmail(request, site, member);
  await addPastAppointments(site, request, member, [{ day: '2025-11-03', center: 'Dhaka' }]);
  using database = openDatabase(site.dataDir);
  giveRole(database, owner.email, 'owner');
  await signInThroughApi(page.context(), site, owner);
  giveSecondFactor(site.dataDir);
  await page.setViewportSize({ width: 360, height: 740 });

  const header = 'Email;Date;Center;Blood group;Name';
  const lines = [
    `${member.email};2024-03-21;Sandhani, Dhaka;B+;Rahima`,
    `${member.email};2025-11-03;Dhaka;;`,
    `${member.email};2023-07-15;Sylhet;;`,
    `${member.email};2023-07-15;Sylhet;;`,
    'karim@example.org;2023-07-15;Sylhet;;',
  ];
  const choose = (...rows: string[]) =>
    main(page)
      .locator('input[type=file]')
      .setInputFiles({
        name: 'donations.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([header, ...rows].join('\r\n')),
      });

  await test.step('the page offers a sample, which can be imported', async () => {
    await page.goto('/staff/settings');
    await section(page, 'Run the site').getByRole('link', { name: 'Earlier donations' }).click();
    await expect(main(page)).toContainText('No imported donation waits for its donor.');
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download a sample').click(),
    ]);
    await main(page)
      .locator('input[type=file]')
      .setInputFiles(await download.path());
    await expect(main(page)).toContainText('3 donations of 2 donors');
    await button(page, 'Cancel').click();
  });

  await test.step('a mistake is named with its line, and nothing is imported', async () => {
    await choose(...lines, 'nobody;2023-07-15;Sylhet;;');
    const mistake = main(page).getByRole('alert').filter({ hasText: 'Line 7' });
    await expect(mistake).toContainText('Line 7: email: Enter one email address');
    await expectAccessible(page);
  });

  await test.step('a preview, the import, and the same file again', async () => {
    await choose(...lines);
    const preview = main(page).getByRole('region', { name: 'Import this file?' });
    await expect(preview.getByRole('heading')).toBeFocused();
    await expect(preview).toContainText('4 donations of 2 donors');
    await expect(preview).toContainText(
      '1 line has the same address and day as an earlier line of the file: 5',
    );
    await expectAccessible(page);
    await button(page, 'Import').click();
    await expect(main(page).getByRole('status')).toContainText(['Imported: 4 donations of 2 donors']);
    await expect(section(page, 'Not accepted yet')).toContainText('4 donations of 2 donors');
    await choose(...lines);
    await expect(preview).toContainText('There is nothing new in this file.');
    await expect(preview).toContainText('4 lines were imported before: 2, 3, 4, 6');
    await expect(button(page, 'Import')).toHaveCount(0);
    await button(page, 'Cancel').click();
  });

  await using context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  await signInThroughApi(context, site, member);
  const own = await context.newPage();
  await own.setViewportSize({ width: 360, height: 740 });
  const offer = own.getByRole('region', { name: 'Donations before this site' });

  await test.step('the donor adds them to the history, by keyboard', async () => {
    await own.goto('/dashboard/donations');
    await expect(offer).toContainText('Are they yours?');
    await expect(offer.getByRole('listitem')).toHaveCount(3);
    await expect(offer.getByRole('listitem').filter({ hasText: 'November 3, 2025' })).toContainText(
      'This day is in your history already.',
    );
    await expectAccessible(own);
    await own.goto(inLanguage('bn').path('/dashboard/donations'));
    await expect(own.getByRole('button', { name: 'আমার নয়' })).toBeVisible();
    await expectAccessible(own);
    await own.goto('/dashboard/donations');
    await button(own, 'Add to my history').focus();
    await own.keyboard.press('Tab');
    await own.keyboard.press('Enter');
    await expect(own.getByRole('alertdialog')).toContainText('Not your donations?');
    await confirm(own, 'Cancel');
    await button(own, 'Add to my history').press('Enter');
    await expect(main(own).getByRole('status')).toContainText(['The donations are in your history.']);
    await expect(offer).toHaveCount(0);
    await expect(main(own)).toContainText('3 donations and past appointments');
  });

  await test.step('the history, its file and its printed page have them; one is removed', async () => {
    await button(own, 'By year and date').click();
    await expect(main(own).getByRole('listitem')).toHaveCount(3);
    const imported = main(own).getByRole('listitem').filter({ hasText: 'Sandhani' });
    await expect(imported).toContainText("From the community's own list");
    await expectAccessible(own);
    await own.emulateMedia({ media: 'print' });
    await expect(imported).toContainText('Rahima');
    await expect(own.getByRole('button')).toHaveCount(0);
    await own.emulateMedia({ media: null });
    await button(own, 'Remove the donation of July 15, 2023').click();
    await confirm(own, 'Remove');
    await expect(main(own).getByRole('status')).toContainText(['The donation is erased.']);
    await expect(main(own)).toContainText('2 donations and past appointments');
  });

  await test.step('the owner erases what nobody has accepted', async () => {
    await page.reload();
    await expect(section(page, 'Not accepted yet')).toContainText('1 donation of 1 donor');
    await button(page, 'Erase them now').click();
    await confirm(page, 'Erase');
    await expect(main(page).getByRole('status')).toContainText(['1 donation is erased.']);
    await page.goto('/staff/log');
    await expect(main(page).getByRole('listitem')).toContainText([
      'Erased imported donations',
      'Imported donations',
    ]);
  });
});
