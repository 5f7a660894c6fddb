import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatLongDate, utcDay } from '#contract/days.ts';
import { expectAccessible } from './support/accessible.ts';
import { button, section } from './support/account.ts';
import { addAppointment, fillForm, form, inDays, submit } from './support/appointments.ts';
import { signInThroughApi } from './support/member.ts';
import { openFromStaffMenu } from './support/navigation.ts';
import { giveRole, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

// A site of its own: the first center changes the appointment form.
test.use({ siteSettings: {}, expectedErrors: [/status of (404|409|422)/] });

const main = (page: Page) => page.getByRole('main');
/** The next Tuesday that is at least a week ahead. */
const tuesday = (() => {
  const day = new Date(Date.now() + 7 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((9 - day.getUTCDay()) % 7));
  return utcDay(day.getTime());
})();

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
    database.prepare("update sessions set second_factor = 'totp'").run();
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

  await test.step('a sentence and a calendar say what clinics mean before they are saved', async () => {
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

  await test.step('removing clinics names who loses the day', async () => {
    await section(page, 'Clinics').getByRole('button', { name: 'Remove' }).click();
    const affected = page.getByRole('region', { name: 'Remove these clinics?' });
    await expect(affected).toContainText('Their day or time is gone.');
    await affected.getByRole('button', { name: 'Cancel' }).click();
    await expect(affected).toBeHidden();
  });

  await test.step('a CSV file goes out and in, and mistakes are shown by line', async () => {
    await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Centers' }).click();
    const downloading = page.waitForEvent('download');
    await button(page, 'Download as CSV').click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file).toContain('Dhaka Medical,"12 Green Road, Dhaka",Asia/Dhaka,,,Tue');
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

test('a donor chooses a free day and an arrival time at a center, and finds it on its page', async ({
  page,
  request,
  site,
  signedIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  using database = openDatabase(site.dataDir);
  giveRole(database, signedIn.email, 'owner');
  database.prepare("update sessions set second_factor = 'totp'").run();
  const headers = { Authorization: `Bearer ${signedIn.accessToken}` };
  const change = async (path: string, data: object) => {
    const response = await request.post(`/api/staff/centers${path}`, { headers, data });
    expect(response.status(), await response.text()).toBe(200);
    return ((await response.json()) as { insertedId: string }).insertedId;
  };
  const name = 'Rajshahi Blood Center';
  const address = 'College Road 7';
  const id = await change('', { name, address, timeZone: 'Asia/Dhaka', mapUrl: 'https://maps.example/' });
  const hours = { opens: '09:00', closes: '10:00', intervalMinutes: 30, places: 1 };
  await change(`/${id}/series`, { weekdays: [2], from: tuesday, ...hours });
  const nextTuesday = utcDay(Date.parse(tuesday) + 7 * 86_400_000);
  await change(`/${id}/closings`, { date: nextTuesday });
  const [day, closedDay, laterDay] = [0, 7, 14].map((ahead) =>
    formatLongDate(utcDay(Date.parse(tuesday) + ahead * 86_400_000)),
  ) as [string, string, string];

  await test.step('the page of the center lists its days', async () => {
    await page.goto('/centers');
    await expectAccessible(page);
    await main(page).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(main(page)).toContainText(address);
    const days = section(page, 'Next days').getByRole('listitem');
    await expect(days.nth(0)).toContainText(`Tuesday, ${day}`);
    await expect(days.nth(0)).toContainText('Free places: 2');
    await expect(days.nth(1)).toContainText('Closed');
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const events = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(events ?? '').map(({ eventStatus }: { eventStatus: string }) => eventStatus)).toContain(
      'https://schema.org/EventCancelled',
    );
  });

  await test.step('its link fills in the form, which asks for an arrival time', async () => {
    await page.getByRole('link', { name: `Request ${day}` }).click();
    await expect(form(page).getByLabel('Donation Center')).toHaveValue(name);
    await form(page).getByLabel('Name', { exact: true }).fill('Rahima Khatun');
    await form(page).getByLabel('Phone').fill('01712345678');
    await form(page).getByLabel('Arrival time').selectOption('9:30');
    await expect(form(page)).toContainText('Free places: 2');
    await expectAccessible(page);
    await submit(page);
    await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
    await expect(page.getByRole('region', { name: 'You have an appointment' })).toContainText(`${day}, 9:30`);
  });

  await test.step('a closed day says so and offers the next free days', async () => {
    await fillForm(page, { center: name.toUpperCase(), date: closedDay });
    await expect(form(page)).toContainText(`${name} is closed on ${closedDay}.`);
    await form(page).getByRole('button', { name: 'Choose the date in a calendar' }).click();
    const calendar = page.getByRole('dialog', { name: 'Choose a donation date' });
    await expect(calendar).toContainText('Crossed out: the center is full or not open on that day.');
    await expectAccessible(page);
    await calendar.getByRole('button', { name: 'Close' }).click();
    await submit(page);
    await expect(form(page).getByText(/has no free place on/)).toBeVisible();
    await expect(form(page)).not.toContainText('is closed on');
    await form(page)
      .getByRole('button', { name: `Choose ${laterDay}` })
      .click();
    await expect(form(page).getByLabel('Donation Date')).toHaveValue(laterDay);
    await expect(form(page)).toContainText('Free places: 2');
  });

  await test.step('a text that names no center changes nothing, also if it is typed while the choices load', async () => {
    await page.goto('/');
    await form(page).scrollIntoViewIfNeeded();
    await expect(form(page).locator('[name="center"]')).not.toHaveValue('');
    await form(page).locator('[name="center"]').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('My village');
    await expect(form(page).locator('datalist option').first()).toBeAttached();
    await expect(form(page).getByRole('link', { name: /^About/ })).toHaveCount(0);
    await expect(form(page).getByRole('link', { name: 'All centers' })).toHaveAttribute('href', '/centers');
    await fillForm(page, { center: 'My village' });
    await expect(form(page).getByLabel('Arrival time')).toBeHidden();
    await submit(page);
    await expect(page.getByRole('region', { name: 'You have an appointment' })).toContainText('My village');
  });

  const card = page.getByRole('article').filter({ hasText: name });
  await test.step('the appointment shows its arrival time and the way to the center', async () => {
    // The whole page fits, so that its floating bar covers no control.
    await page.setViewportSize({ width: 360, height: 3200 });
    await page.goto('/dashboard/appointments');
    await expect(card.getByText(`${day}, 9:30`)).toBeVisible();
    await expect(card).toContainText(address);
    await expect(page.getByRole('row').filter({ hasText: name }).getByText(`${day}, 9:30`)).toBeAttached();
    await expectAccessible(page);
    await card.getByRole('link', { name }).click();
    await main(page).getByRole('link', { name: 'All donation centers' }).click();
    await expect(page).toHaveURL('/centers');
    await page.goto('/dashboard/appointments');
    await card.getByRole('link', { name: 'Donation pass' }).click();
    const pass = main(page).getByRole('article', { name: 'Rahima Khatun' });
    await expect(pass).toContainText(`${day}, 9:30`);
    await expect(pass).toContainText(address);
  });

  await test.step('a new date keeps the arrival time; a closed day says so', async () => {
    await main(page).getByRole('link', { name: 'Your appointments' }).click();
    await card.getByRole('button', { name: 'Change date' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change date' });
    await expect(dialog.getByLabel('Arrival time')).toHaveValue('09:30');
    await dialog.getByLabel('Donation Date').fill(closedDay);
    await expect(dialog.getByRole('status')).toHaveText(`${name} is closed on ${closedDay}.`);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save new date' }).click();
    await expect(dialog.getByLabel('Donation Date')).toBeFocused();
    await dialog.getByRole('button', { name: `Choose ${laterDay}` }).click();
    await expect(dialog.getByLabel('Arrival time')).toHaveValue('09:30');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save new date' }).click();
    await expect(page.getByText(`Your appointment is now on ${laterDay}, 9:30`)).toBeVisible();
    await expect(card.getByText(`${laterDay}, 9:30`)).toBeVisible();
  });

  await test.step('nothing is left to pay after a deferral or a cancellation, and a later visit says to wait', async () => {
    await addAppointment(request, signedIn, { center: 'Khulna', date: inDays(5) });
    const until = utcDay(Date.now() + 60 * 86_400_000);
    database.prepare("update appointments set status = 'cancelled' where center_id is not null").run();
    const deferral = "update appointments set status = 'deferred', deferred_until = ? where center = ?";
    database.prepare(deferral).run(until, 'My village');
    await page.reload();
    await expect(page.getByRole('article').filter({ hasText: 'Khulna' })).toContainText(
      `The donation center asked you to wait until ${formatLongDate(until)}.`,
    );
    await expect(page.getByRole('row').filter({ hasText: 'My village' }).getByRole('link')).toHaveCount(0);
    await expect(card).toContainText('Canceled by the center');
    await expect(card.getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('/dashboard/donations');
    await expect(main(page)).toContainText('0 donations');
  });
});
