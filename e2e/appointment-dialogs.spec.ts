import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Language, languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import { localIsoDay } from './support/eligibility.ts';
import { dayFromToday, formatDayAndWeekday, inLanguage } from './support/languages.ts';
import { payThroughApi } from './support/pay-through-api.ts';
import { dayAhead } from './support/reminder-links.ts';
import { expect, test } from './support/test.ts';

const card = (page: Page, center: string) => page.getByRole('article').filter({ hasText: center });
const withoutDashes = (day: string) => day.replaceAll('-', '');

/** The dialogs of an appointment card in one language. */
function dialogsIn(page: Page, language: Language) {
  const { path, translate } = inLanguage(language);
  const t = (message: string, values = {}) => translate(message, values, 'appointments');
  const changeDateDialog = page.getByRole('dialog', { name: t('Change date') });
  return {
    path,
    t,
    changeDateButton: (center: string) => card(page, center).getByRole('button', { name: t('Change date') }),
    changeDateDialog,
    date: changeDateDialog.locator('[name="date"]'),
    save: changeDateDialog.getByRole('button', { name: t('Save new date') }),
    calendarButton: (center: string) =>
      card(page, center).getByRole('button', { name: t('Add to calendar') }),
    calendarDialog: page.getByRole('dialog', { name: t('Add to calendar') }),
    fileButton: page.getByRole('button', { name: t('Calendar file (.ics)') }),
  };
}

test.use({ expectedErrors: [/status of (409|404)|Failed to load/] });

test('changing the date: a taken day, a free day, and changes from another tab', async ({
  page,
  request,
  signedIn,
}) => {
  await addAppointment(request, signedIn, { center: 'Dhaka Medical', date: dayFromToday('en', 4) });
  await addAppointment(request, signedIn, { center: 'Sylhet', date: dayFromToday('en', 9) });

  for (const [language, from, to] of [
    ['en', 4, 12],
    ['bn', 12, 4],
  ] as const)
    await test.step(`the user types the day (${language})`, async () => {
      const { path, t, changeDateButton, changeDateDialog, date, save } = dialogsIn(page, language);
      await page.goto(path('/dashboard/appointments'));
      await changeDateButton('Dhaka Medical').focus();
      await page.keyboard.press('Enter');
      await expect(date).toHaveValue(dayFromToday(language, from));
      await expectAccessible(page);

      await date.fill('someday');
      await save.click();
      await expect(changeDateDialog).toContainText(t('Date input not valid'));
      await expect(date).toBeFocused();
      await date.fill(dayFromToday(language, 9));
      await page.keyboard.press('Enter');
      await expect(changeDateDialog).toContainText(
        t('You already have an appointment on {0}. Nothing was changed.', { 0: dayFromToday(language, 9) }),
      );
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(changeDateDialog).toHaveCount(0);
      await expect(card(page, 'Dhaka Medical')).toContainText(dayFromToday(language, from));
      await expect(changeDateButton('Dhaka Medical')).toBeFocused();

      await page.keyboard.press('Enter');
      await date.fill(dayFromToday(language, to));
      await save.click();
      const done = t('Your appointment is now on {0}', {
        0: formatDayAndWeekday(localIsoDay(to), language),
      });
      await expect(page.getByText(done)).toBeVisible();
      await expect(card(page, 'Dhaka Medical')).toContainText(dayFromToday(language, to));
      await expect(changeDateButton('Dhaka Medical')).toBeFocused();
    });

  const { changeDateButton, changeDateDialog, date, save } = dialogsIn(page, 'en');
  const paidId = await addAppointment(request, signedIn, { center: 'Khulna', date: dayFromToday('en', 14) });
  const laterPaidId = await addAppointment(request, signedIn, {
    center: 'Jashore',
    date: dayFromToday('en', 15),
  });
  const deletedId = await addAppointment(request, signedIn, {
    center: 'Rajshahi',
    date: dayFromToday('en', 16),
  });

  await test.step('the user chooses the day in the calendar, which closes before the dialog', async () => {
    await page.goto('/dashboard/appointments');
    await changeDateButton('Dhaka Medical').click();
    const openCalendar = changeDateDialog.getByRole('button', { name: 'Choose the date in a calendar' });
    await openCalendar.click();
    await expect(page.getByRole('button', { name: dayFromToday('en', 4) })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(openCalendar, 'Escape closes only the calendar').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: dayFromToday('en', 4) })).toBeFocused();
    await expect(page.getByText('Crossed out: you already have an appointment on that day.')).toBeVisible();
    await expect(page.getByRole('button', { name: dayFromToday('en', 4) })).toHaveCSS(
      'text-decoration-line',
      'line-through',
    );
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid')).toHaveCount(0);
    await expect(date).toHaveValue(dayFromToday('en', 5));
    await save.click();
    await expect(card(page, 'Dhaka Medical')).toContainText(dayFromToday('en', 5));
  });

  await test.step('a paid appointment keeps its date and shows a message, and the card shows that it is paid', async () => {
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.getByRole('button', { name: 'Show 2 more, 2 not paid yet' }).click();
    await expect(card(page, 'Jashore'), 'the first card that was hidden').toBeFocused();
    await changeDateButton('Khulna').click();
    await payThroughApi(request, signedIn, paidId);
    await date.fill(dayFromToday('en', 6));
    await save.click();
    await expect(page.getByText('This appointment is now paid, so its date cannot change.')).toBeVisible();
    await expect(card(page, 'Khulna').getByText('Paid', { exact: true })).toBeVisible();
    await expect(card(page, 'Khulna')).toContainText(dayFromToday('en', 14));
    await expect(changeDateButton('Khulna')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('an appointment that was paid in the meantime is not canceled, and the focus stays on the page', async () => {
    const cancelButton = card(page, 'Jashore').getByRole('button', { name: 'Cancel' });
    await page.reload();
    await page.getByRole('button', { name: /^Show 2 more, / }).click();
    await cancelButton.click();
    await payThroughApi(request, signedIn, laterPaidId);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('This appointment is already paid, so it cannot be canceled.')).toBeVisible();
    await expect(cancelButton).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('a deleted appointment shows a message and disappears from the list', async () => {
    await page.reload();
    await page.getByRole('button', { name: /^Show 2 more, / }).click();
    await changeDateButton('Rajshahi').click();
    const headers = { Authorization: `Bearer ${signedIn.accessToken}` };
    expect((await request.delete(`/api/appointments/${deletedId}`, { headers })).status()).toBe(200);
    await date.fill(dayFromToday('en', 6));
    await save.click();
    await expect(page.getByText('This appointment has already been canceled.')).toBeVisible();
    await expect(card(page, 'Rajshahi')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('an appointment can be added to a calendar with a file or a calendar service', async ({
  page,
  request,
  signedIn,
}) => {
  const center = 'Dhaka & Sylhet';
  await addAppointment(request, signedIn, { center, date: dayFromToday('en', 4) });
  for (const language of languages)
    await test.step(`with the keyboard (${language})`, async () => {
      const { path, t, calendarButton, calendarDialog, fileButton } = dialogsIn(page, language);
      await page.goto(path('/dashboard/appointments'));
      await calendarButton(center).focus();
      await page.keyboard.press('Enter');
      await expect(calendarDialog).toContainText(dayFromToday(language, 4));
      await expect(fileButton).toBeFocused();
      await expectAccessible(page);
      for (const name of ['Google Calendar', 'Outlook.com', 'Office 365', 'Yahoo']) {
        const link = calendarDialog.getByRole('link', { name });
        await expect(link).toHaveAttribute('target', '_blank');
        await expect(link).toHaveAttribute('rel', /noopener/);
        await expect(link).toHaveAttribute('href', /Dhaka%20%26%20Sylhet/);
        const href = (await link.getAttribute('href')) ?? '';
        expect(withoutDashes(href)).toContain(withoutDashes(dayAhead(4)));
        expect(decodeURIComponent(href), 'a calendar may be shared').not.toContain('B+');
      }
      await page.keyboard.press('Escape');
      await expect(calendarDialog).toHaveCount(0);
      await expect(calendarButton(center)).toBeFocused();

      await page.keyboard.press('Enter');
      const download = page.waitForEvent('download');
      await page.keyboard.press('Enter');
      const file = await download;
      expect(file.suggestedFilename()).toBe('blood-donation.ics');
      const text = await readFile(await file.path(), 'utf8');
      expect(text).toContain(`DTSTART;VALUE=DATE:${withoutDashes(dayAhead(4))}`);
      expect(text).toContain('BEGIN:VALARM');
      await expect(page.getByText(t('The calendar file is in your downloads'))).toBeVisible();
      await expect(calendarDialog).toHaveCount(0);
    });

  await test.step('the file can be requested again after a failed request', async () => {
    const { calendarButton, calendarDialog, fileButton } = dialogsIn(page, 'en');
    await page.goto('/dashboard/appointments');
    await calendarButton(center).click();
    await page.route('**/calendar.ics', (route) => route.abort());
    await fileButton.click();
    await expect(calendarDialog.getByRole('alert')).toContainText('could not reach the server');
    await expectAccessible(page);
    await page.unroute('**/calendar.ics');
    const download = page.waitForEvent('download');
    await fileButton.click();
    await download;
  });
});
