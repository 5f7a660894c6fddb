import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Language, languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import { dayIn } from './support/days.ts';
import { inLanguage } from './support/languages.ts';
import { payFor } from './support/pay-through-api.ts';
import { isoDay } from './support/reminder-links.ts';
import { expect, test } from './support/test.ts';

const row = (page: Page, center: string) => page.getByRole('row').filter({ hasText: center });
const withoutDashes = (day: string) => day.replaceAll('-', '');

/** The windows of a row in that language. */
function windowsIn(page: Page, language: Language) {
  const { path, say } = inLanguage(language);
  const said = (message: string, values = {}) => say(message, values, 'appointments');
  const moving = page.getByRole('dialog', { name: said('Change date') });
  return {
    path,
    said,
    mover: (center: string) => row(page, center).getByRole('button', { name: said('Change date') }),
    moving,
    date: moving.locator('[name="date"]'),
    save: moving.getByRole('button', { name: said('Save new date') }),
    exporter: (center: string) => row(page, center).getByRole('button', { name: said('Add to calendar') }),
    exporting: page.getByRole('dialog', { name: said('Add to calendar') }),
    askForFile: page.getByRole('button', { name: said('Calendar file (.ics)') }),
  };
}

test.use({ expectedErrors: [/status of (409|404)|Failed to load/] });

test('another date: a taken day is said and changes nothing, a free one is taken; what another tab has done is said', async ({
  page,
  request,
  signedIn,
}) => {
  await addAppointment(request, signedIn, { center: 'Dhaka Medical', date: dayIn('en', 4) });
  await addAppointment(request, signedIn, { center: 'Sylhet', date: dayIn('en', 9) });

  for (const [language, from, to] of [
    ['en', 4, 12],
    ['bn', 12, 4],
  ] as const)
    await test.step(`the day is typed (${language})`, async () => {
      const { path, said, mover, moving, date, save } = windowsIn(page, language);
      await page.goto(path('/dashboard/appointments'));
      await mover('Dhaka Medical').focus();
      await page.keyboard.press('Enter');
      await expect(date).toHaveValue(dayIn(language, from));
      await expectAccessible(page);

      await date.fill('someday');
      await save.click();
      await expect(moving).toContainText(said('Date input not valid'));
      await expect(date).toBeFocused();
      await date.fill(dayIn(language, 9));
      await page.keyboard.press('Enter');
      await expect(moving).toContainText(
        said('You already have an appointment on {0}. Nothing was changed.', { 0: dayIn(language, 9) }),
      );
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(moving).toHaveCount(0);
      await expect(row(page, 'Dhaka Medical')).toContainText(dayIn(language, from));
      await expect(mover('Dhaka Medical')).toBeFocused();

      await page.keyboard.press('Enter');
      await date.fill(dayIn(language, to));
      await save.click();
      const done = said('Your appointment is now on {0}', { 0: dayIn(language, to) });
      await expect(page.getByText(done)).toBeVisible();
      await expect(row(page, 'Dhaka Medical')).toContainText(dayIn(language, to));
      await expect(mover('Dhaka Medical')).toBeFocused();
    });

  const { mover, moving, date, save } = windowsIn(page, 'en');
  const paid = await addAppointment(request, signedIn, { center: 'Khulna', date: dayIn('en', 14) });
  const gone = await addAppointment(request, signedIn, { center: 'Rajshahi', date: dayIn('en', 16) });

  await test.step('the day is chosen in the calendar, too, which closes before the window does', async () => {
    await page.goto('/dashboard/appointments');
    await mover('Dhaka Medical').click();
    await moving.getByRole('button', { name: 'Choose the date in a calendar' }).click();
    await expect(page.getByRole('button', { name: dayIn('en', 4) })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid')).toHaveCount(0);
    await expect(date).toHaveValue(dayIn('en', 5));
    await save.click();
    await expect(row(page, 'Dhaka Medical')).toContainText(dayIn('en', 5));
  });

  await test.step('a paid one keeps its date, which is said; the row shows that it is paid', async () => {
    await mover('Khulna').click();
    await payFor(request, signedIn, paid);
    await date.fill(dayIn('en', 6));
    await save.click();
    await expect(page.getByText('This appointment is now paid, so its date cannot change.')).toBeVisible();
    await expect(row(page, 'Khulna').getByText('Paid', { exact: true })).toBeVisible();
    await expect(row(page, 'Khulna')).toContainText(dayIn('en', 14));
    await expect(mover('Khulna')).toHaveCount(0);
  });

  await test.step('one that is gone is said to be, and goes from the list', async () => {
    await page.reload();
    await mover('Rajshahi').click();
    const headers = { Authorization: `Bearer ${signedIn.accessToken}` };
    expect((await request.delete(`/api/appointments/${gone}`, { headers })).status()).toBe(200);
    await date.fill(dayIn('en', 6));
    await save.click();
    await expect(page.getByText('This appointment has already been canceled.')).toBeVisible();
    await expect(row(page, 'Rajshahi')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('an appointment goes into a calendar, as a file or on a calendar’s own page', async ({
  page,
  request,
  signedIn,
}) => {
  const center = 'Dhaka & Sylhet';
  await addAppointment(request, signedIn, { center, date: dayIn('en', 4) });
  for (const language of languages)
    await test.step(`by keyboard (${language})`, async () => {
      const { path, said, exporter, exporting, askForFile } = windowsIn(page, language);
      await page.goto(path('/dashboard/appointments'));
      await exporter(center).focus();
      await page.keyboard.press('Enter');
      await expect(exporting).toContainText(dayIn(language, 4));
      await expect(askForFile).toBeFocused();
      await expectAccessible(page);
      for (const name of ['Google Calendar', 'Outlook.com', 'Office 365', 'Yahoo']) {
        const link = exporting.getByRole('link', { name });
        await expect(link).toHaveAttribute('target', '_blank');
        await expect(link).toHaveAttribute('rel', /noopener/);
        await expect(link).toHaveAttribute('href', /Dhaka%20%26%20Sylhet/);
        const href = (await link.getAttribute('href')) ?? '';
        expect(withoutDashes(href)).toContain(withoutDashes(isoDay(4)));
      }
      await page.keyboard.press('Escape');
      await expect(exporting).toHaveCount(0);
      await expect(exporter(center)).toBeFocused();

      await page.keyboard.press('Enter');
      const download = page.waitForEvent('download');
      await page.keyboard.press('Enter');
      const file = await download;
      expect(file.suggestedFilename()).toBe('blood-donation.ics');
      const text = await readFile(await file.path(), 'utf8');
      expect(text).toContain(`DTSTART;VALUE=DATE:${withoutDashes(isoDay(4))}`);
      expect(text).toContain('BEGIN:VALARM');
      await expect(page.getByText(said('The calendar file is in your downloads'))).toBeVisible();
      await expect(exporting).toHaveCount(0);
    });

  await test.step('without an answer the file can be asked for again', async () => {
    const { exporter, exporting, askForFile } = windowsIn(page, 'en');
    await page.goto('/dashboard/appointments');
    await exporter(center).click();
    await page.route('**/calendar.ics', (route) => route.abort());
    await askForFile.click();
    await expect(exporting.getByRole('alert')).toContainText('could not reach the server');
    await expectAccessible(page);
    await page.unroute('**/calendar.ics');
    const download = page.waitForEvent('download');
    await askForFile.click();
    await download;
  });
});
