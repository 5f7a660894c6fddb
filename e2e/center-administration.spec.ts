import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatLongDate, utcDay } from '#contract/days.ts';
import { expectAccessible } from './support/accessible.ts';
import { button, section } from './support/account.ts';
import { addAppointment } from './support/appointments.ts';
import { tuesday } from './support/clinic.ts';
import { formatDayAndWeekday } from './support/languages.ts';
import { signInThroughApi } from './support/member.ts';
import { openFromStaffMenu } from './support/navigation.ts';
import { giveRole, giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

// Uses its own site, because the first center changes the appointment form.
test.use({ siteSettings: { LOG_LEVEL: 'warn' }, expectedErrors: [/status of (404|409|422)/] });

const main = (page: Page) => page.getByRole('main');

test('an owner sets up a center with clinics and sees who is affected by a change', async ({
  page,
  request,
  site,
  member,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  using database = openDatabase(site.dataDir);
  giveRole(database, member.email, 'owner');
  await addAppointment(request, member, { center: 'dhaka medical', date: formatLongDate(tuesday) });
  await signInThroughApi(page.context(), site, member);

  await test.step('the checklist leads to the first center', async () => {
    await page.goto('/staff');
    await expect(main(page).getByRole('link', { name: 'Add a center' })).toBeVisible();
    giveSecondFactor(site.dataDir);
    await page.reload();
    await main(page).getByRole('link', { name: 'Add a center' }).click();
    await button(page, 'Add the center').click();
    await expect(main(page).getByText('Fill in this field')).toHaveCount(2);
    await main(page).getByLabel('Name').fill('Dhaka Medical');
    await main(page).getByLabel('Address').fill('12 Green Road, Dhaka');
    await main(page).getByLabel('Time zone').fill('Asia/Dhaka');
    await expectAccessible(page);
    await button(page, 'Add the center').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dhaka Medical' })).toBeVisible();
    await expect(section(page, 'Clinics')).toContainText('No clinics yet.');
  });

  await test.step('a name that another center has is rejected at its field', async () => {
    await page.goto('/staff/centers/new');
    await main(page).getByLabel('Name').fill(' dhaka  MEDICAL');
    await main(page).getByLabel('Address').fill('13 Green Road, Dhaka');
    await main(page).getByLabel('Time zone').fill('Asia/Dhaka');
    await button(page, 'Add the center').click();
    await expect(main(page).getByText('There is a center with this name already.')).toBeVisible();
    await expect(main(page).getByLabel('Name')).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Dhaka Medical' })).toBeVisible();
  });

  await test.step('a sentence and a calendar describe clinics before they are saved', async () => {
    await main(page).getByRole('link', { name: 'Add clinics' }).click();
    await main(page).getByRole('checkbox', { name: 'Monday' }).check();
    await main(page).getByRole('textbox', { name: 'First day' }).fill(tuesday);
    await main(page).getByLabel('At an arrival time that they choose').check();
    await main(page).getByLabel('Donors for each arrival time').fill('6');
    const meaning = section(page, 'What it means').getByRole('status').first();
    await expect(meaning).toContainText('96 places on each Monday, 9:00 to 17:00. 6 every 30 minutes.');
    await section(page, 'What it means')
      .getByRole('button', { name: /, clinic$/ })
      .first()
      .click();
    await expect(meaning).toContainText('1 day is left out.');
    await expect(main(page).getByRole('button', { name: /, left out$/ })).toHaveCount(1);
    await expectAccessible(page);
  });

  await test.step('a donor who booked before is listed before saving', async () => {
    await button(page, 'Save the clinics').click();
    const affected = page.getByRole('region', { name: 'Save these clinics?' });
    await expect(affected).toContainText('1 appointment has no place after this change');
    await expect(affected).toContainText('They booked a day without a clinic.');
    await expect(affected).toContainText('phone ends in 5678');
    await expectAccessible(page);
    await main(page).getByRole('checkbox', { name: 'Monday' }).uncheck();
    await main(page).getByRole('checkbox', { name: 'Tuesday' }).check();
    await button(page, 'Save the clinics').click();
    await expect(main(page).getByText('The clinics are saved.')).toBeFocused();
    await expect(section(page, 'Clinics')).toContainText('96 places on each Tuesday');
  });

  await test.step('removing clinics names the donors who lose the day', async () => {
    await section(page, 'Clinics').getByRole('button', { name: 'Remove' }).click();
    const affected = page.getByRole('region', { name: 'Remove these clinics?' });
    await expect(affected).toContainText('Their day or time is gone.');
    await affected.getByRole('button', { name: 'Cancel' }).click();
    await expect(affected).toBeHidden();
  });

  await test.step('thirteen weeks change in one form; donors who lose a day are named, and notified as in a closing', async () => {
    await section(page, 'Clinics').getByRole('link', { name: 'Change' }).click();
    const lastDay = utcDay(Date.parse(tuesday) + 13 * 7 * 86_400_000);
    await main(page).getByRole('textbox', { name: 'Last day' }).fill(lastDay);
    await main(page).getByRole('checkbox', { name: 'Tuesday' }).uncheck();
    await main(page).getByRole('checkbox', { name: 'Wednesday' }).check();
    await expect(section(page, 'What it means').getByRole('status').first()).toContainText(
      `96 places on each Wednesday, 9:00 to 17:00. 6 every 30 minutes. From ${formatLongDate(tuesday)} until ${formatLongDate(lastDay)}.`,
    );
    await button(page, 'Save the clinics').click();
    const lost = page.getByRole('region', { name: 'Save these clinics?' });
    await expect(lost).toContainText('This site cannot send emails yet.');
    await expect(lost).toContainText('After the change, Closings shows their phone numbers.');
    await expect(lost.getByRole('listitem')).toContainText(formatLongDate(tuesday));
    await expectAccessible(page);
    await button(page, 'Save anyway').click();
    await expect(main(page).getByText('The clinics are saved.')).toBeFocused();
    await expect(section(page, 'Clinics')).toContainText('96 places on each Wednesday');
    await openFromStaffMenu(page, 'Closings');
    const affected = page.getByRole('region', { name: `Closed: ${formatDayAndWeekday(tuesday)}` });
    await expect(affected).toContainText('1 needs a call');
    // The owner is also the donor.
    await page.goto('/dashboard/appointments');
    const wednesday = formatLongDate(utcDay(Date.parse(tuesday) + 86_400_000));
    await main(page).getByRole('button', { name: wednesday }).click();
    await expect(page.getByRole('article', { name: 'Your next donation' })).toContainText(wednesday);
    await page.goto('/staff/closings');
    await expect(affected).toContainText('1 chose another day');
  });

  await test.step('a booking of an unconfirmed address is canceled in one step, and booked again with one tap', async () => {
    const date = formatLongDate(utcDay(Date.parse(tuesday) + 8 * 86_400_000));
    await addAppointment(request, member, { center: 'dhaka medical', date });
    await page.goto('/dashboard/appointments');
    const appointment = page.getByRole('article', { name: date });
    await expect(appointment).toContainText('9:00');
    // The site has no email server, so it cancels nothing automatically.
    await expect(appointment).not.toContainText('Confirm your email address by');
    await page.goto('/staff/centers');
    await main(page).getByRole('link', { name: 'Dhaka Medical' }).click();
    const unconfirmed = section(page, 'Unconfirmed bookings');
    await expect(unconfirmed.getByRole('listitem')).toContainText([`${date}, 9:00, phone ends in 5678`]);
    await expectAccessible(page);
    await unconfirmed.getByRole('button', { name: 'Cancel this booking' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Cancel the booking', exact: true })
      .click();
    await expect(main(page).getByText('1 booking is canceled.')).toBeFocused();
    await expect(unconfirmed).toBeHidden();
    await page.goto('/dashboard/appointments');
    await expect(appointment).toContainText('Canceled, because the email address was not confirmed');
    await appointment.getByRole('link', { name: 'Book again' }).click();
    await expect(page.getByRole('heading', { name: 'Book this appointment again?' })).toBeVisible();
    await expectAccessible(page);
    await button(page, 'Take this place').click();
    await expect(page.getByRole('heading', { name: 'See you at Dhaka Medical' })).toBeVisible();
    await page.goto('/staff/centers');
  });

  await test.step('a CSV file goes out and in, and mistakes are shown by line', async () => {
    await openFromStaffMenu(page, 'Centers');
    const downloading = page.waitForEvent('download');
    await button(page, 'Download as CSV').click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file).toContain('Dhaka Medical,"12 Green Road, Dhaka",Asia/Dhaka,,,Wed');
    const upload = (text: string) =>
      main(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'centers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await upload(`${file}Sylhet,,Asia/Dhaka,,,,,,,,,,\n`);
    await expect(main(page).getByRole('alert').filter({ hasText: 'Line 3' })).toContainText(
      'Line 3: address: Fill in this field',
    );
    await upload(`${file}Sylhet,Road 1,Asia/Dhaka,,,,,,,,,,\n`);
    await expect(main(page)).toContainText('Centers: 1 added, 0 changed.');
    await expectAccessible(page);
    await button(page, 'Import').click();
    await expect(main(page).getByRole('link', { name: /Sylhet/ })).toBeVisible();
  });

  await test.step('closings begin with the center whose donors need a call', async () => {
    const path = await main(page)
      .getByRole('link', { name: /Sylhet/ })
      .getAttribute('href');
    const followUp = { centerId: path?.split('/').at(-1), calls: 2, refunds: 1 };
    const none = { unconfirmed: [], expectedToday: [], photos: 0, reviews: 0, payments: 0, messages: 0 };
    await page.route('**/api/staff/open-tasks', (route) =>
      route.fulfill({ json: { ...none, followUps: [followUp] } }),
    );
    await page.goto('/staff/closings');
    const select = main(page).getByLabel('Center');
    const chosen = select.locator('option:checked');
    await expect(chosen).toHaveText('Sylhet');
    await expect(select).toHaveAccessibleDescription('3 to call or refund');
    await expectAccessible(page);
    await page.unroute('**/api/staff/open-tasks');
    await page.goto(`/staff/closings?center=${followUp.centerId}`);
    await expect(chosen).toHaveText('Sylhet');
    await expect(main(page)).not.toContainText('to call or refund');
  });

  await test.step('pages for a center begin with the last one chosen', async () => {
    for (const path of ['today', 'closings']) {
      await page.goto(`/staff/${path}`);
      await expect(main(page).getByLabel('Center').locator('option:checked')).toHaveText('Sylhet');
    }
    await page.goto('/staff/scan');
    await expect(main(page).getByText('Sylhet', { exact: true })).toBeVisible();
  });

  await test.step('the time zone changes after a question, because booked appointments move with it', async () => {
    await openFromStaffMenu(page, 'Centers');
    await main(page).getByRole('link', { name: 'Dhaka Medical' }).click();
    const zone = main(page).getByLabel('Time zone');
    const question = page.getByRole('alertdialog', { name: 'Change the time zone?' });
    const stored = () => database.prepare("select time_zone from centers where name = 'Dhaka Medical'").get();
    await zone.fill('Asia/Kolkata');
    await button(page, 'Save').click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(zone).toHaveValue('Asia/Kolkata');
    expect(stored()).toEqual({ time_zone: 'Asia/Dhaka' });
    await button(page, 'Save').click();
    await expect(question).toContainText('every one of them moves');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Change it' }).click();
    await expect(main(page).getByText('The center is saved.')).toBeVisible();
    expect(stored()).toEqual({ time_zone: 'Asia/Kolkata' });
  });

  await test.step('a coordinator is invited for a center', async () => {
    await openFromStaffMenu(page, 'People');
    const invitation = section(page, 'Invite a person');
    await invitation.getByLabel('Email').fill('coordinator@example.org');
    await invitation.getByLabel('Role').selectOption('Coordinator');
    await invitation.getByLabel('Center').selectOption('Sylhet');
    await expectAccessible(page);
    await invitation.getByRole('button', { name: 'Invite' }).click();
    await expect(section(page, 'People')).toContainText('Coordinator, Sylhet');
  });
});
