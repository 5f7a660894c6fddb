import type { Page } from '@playwright/test';
import { formatLongDate, utcDay } from '#contract/days.ts';
import { expectAccessible } from './support/accessible.ts';
import { section } from './support/account.ts';
import {
  addAppointment,
  fillForm,
  form,
  inDays,
  openForm,
  scrollToForm,
  submit,
} from './support/appointments.ts';
import { tuesday } from './support/clinic.ts';
import { giveRole, giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

// Uses its own site, because the first center changes the appointment form.
test.use({ siteSettings: {}, expectedErrors: [/status of (404|409|422)/] });

const main = (page: Page) => page.getByRole('main');

test('a donor chooses a free day and an arrival time at a center, and finds it on its page', async ({
  page,
  request,
  site,
  signedIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  using database = openDatabase(site.dataDir);
  giveRole(database, signedIn.email, 'owner');
  giveSecondFactor(site.dataDir);
  const headers = { Authorization: `Bearer ${signedIn.accessToken}` };
  const change = async (path: string, data: object) => {
    const response = await request.post(`/api/staff/centers${path}`, { headers, data });
    expect(response.status(), await response.text()).toBe(200);
    return ((await response.json()) as { insertedId: string }).insertedId;
  };
  const name = 'Rajshahi Blood Center';
  const address = 'College Road 7';
  const id = await change('', { name, address, timeZone: 'Asia/Dhaka', mapUrl: 'https://maps.example/' });
  const hours = { opens: '09:00', closes: '10:00', intervalMinutes: 30, slots: 1 };
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
    const requested = page.getByRole('region', { name: 'You have an appointment' });
    await expect(requested).toContainText(`${day}, 9:30`);
    await expect(requested).toContainText(address);
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
      .getByRole('button', { name: `Choose Tuesday, ${laterDay}` })
      .click();
    await expect(form(page).getByLabel('Donation Date')).toHaveValue(laterDay);
    await expect(form(page)).toContainText('Free places: 2');
  });

  await test.step('text that names no center changes nothing, even if it is typed while the choices load', async () => {
    await page.goto('/');
    await scrollToForm(page);
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
    // Makes the window as high as the page, so that the floating bar covers no control.
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
    await expect(pass.getByRole('strong'), 'enough to check in').toHaveText(/^[^ ]{4}$/);
  });

  await test.step('a new date keeps the arrival time; a closed day says so', async () => {
    await main(page).getByRole('link', { name: 'Your appointments' }).click();
    await card.getByRole('button', { name: 'Change date' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change date' });
    await expect(dialog.getByLabel('Arrival time')).toHaveValue('09:30');
    await dialog.getByLabel('Donation Date').fill(closedDay);
    await expect(dialog.getByRole('status')).toHaveText(`${name} is closed on ${closedDay}.`);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 780 });
    for (const text of ['Save new date', 'Keep the current date'])
      await expect(dialog.getByRole('button', { name: text })).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: 'Save new date' }).click();
    await expect(dialog.getByLabel('Donation Date')).toBeFocused();
    await dialog.getByRole('button', { name: `Choose Tuesday, ${laterDay}` }).click();
    await expect(dialog.getByLabel('Arrival time')).toHaveValue('09:30');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save new date' }).click();
    await expect(page.getByText(`Your appointment is now on Tuesday, ${laterDay}, 9:30`)).toBeVisible();
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

  await test.step('the day of the canceled appointment can be chosen again', async () => {
    await openForm(page);
    await form(page).locator('[name="date"]').fill(laterDay);
    await form(page)
      .getByRole('button', { name: /calendar/i })
      .click();
    const dayButton = (day: string) =>
      page.getByRole('grid').getByRole('button', { name: new RegExp(`${day}\\b`) });
    await expect(dayButton(laterDay)).toHaveAccessibleName(/selected/);
    await expect(dayButton(laterDay)).not.toHaveAccessibleName(/already have/);
  });

  await test.step('the chosen arrival time is shown in the other language as well', async () => {
    await openForm(page);
    await fillForm(page, { center: name, date: laterDay });
    await form(page).getByLabel('Arrival time').selectOption('09:00');
    await page.getByRole('link', { name: 'বাংলা' }).click();
    await expect(page).toHaveURL(/\/bn/);
    await scrollToForm(page);
    await expect(form(page).locator('[name="time"]')).toHaveValue('09:00');
  });
});
