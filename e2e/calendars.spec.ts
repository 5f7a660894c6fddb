import { readFile } from 'node:fs/promises';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import { dayIn } from './support/days.ts';
import { inLanguage } from './support/languages.ts';
import { isoDay } from './support/reminder-links.ts';
import { expect, test } from './support/test.ts';

for (const language of languages) {
  const { path, say } = inLanguage(language);
  const said = (message: string) => say(message, {}, 'appointments');

  test(`an appointment goes into a calendar, as a file or on a calendar’s own page (${language})`, async ({
    page,
    request,
    signedIn,
  }) => {
    await addAppointment(request, signedIn, { center: 'Dhaka & Sylhet', date: dayIn('en', 4) });
    await page.goto(path('/dashboard/appointments'));
    const opener = page.getByRole('button', { name: said('Add to calendar') });
    await opener.focus();
    await page.keyboard.press('Enter');
    const window = page.getByRole('dialog', { name: said('Add to calendar') });
    await expect(window).toContainText(dayIn(language, 4));
    await expect(window.getByRole('button', { name: said('Calendar file (.ics)') })).toBeFocused();
    await expectAccessible(page);
    for (const name of ['Google Calendar', 'Outlook.com', 'Office 365', 'Yahoo']) {
      const link = window.getByRole('link', { name });
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noopener/);
      await expect(link).toHaveAttribute('href', /Dhaka%20%26%20Sylhet/);
      const href = (await link.getAttribute('href')) ?? '';
      expect(href.replaceAll('-', '')).toContain(isoDay(4).replaceAll('-', ''));
    }
    await page.keyboard.press('Escape');
    await expect(window).toHaveCount(0);
    await expect(opener).toBeFocused();

    await page.keyboard.press('Enter');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toBe('blood-donation.ics');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain(`DTSTART;VALUE=DATE:${isoDay(4).replaceAll('-', '')}`);
    expect(text).toContain('BEGIN:VALARM');
    await expect(page.getByText(said('The calendar file is in your downloads'))).toBeVisible();
    await expect(window).toHaveCount(0);
  });
}

test.describe('without an answer', () => {
  test.use({ expectedErrors: [/Failed to load/] });

  test('the file can be asked for again', async ({ page, request, signedIn }) => {
    await addAppointment(request, signedIn, { date: dayIn('en', 4) });
    await page.goto('/dashboard/appointments');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    await page.route('**/calendar.ics', (route) => route.abort());
    const ask = page.getByRole('button', { name: 'Calendar file (.ics)' });
    await ask.click();
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('could not reach the server');
    await expectAccessible(page);
    await page.unroute('**/calendar.ics');
    const download = page.waitForEvent('download');
    await ask.click();
    await download;
  });
});
