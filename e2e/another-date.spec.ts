import type { Page } from '@playwright/test';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import { dayIn } from './support/days.ts';
import { inLanguage } from './support/languages.ts';
import { payFor } from './support/pay-by-calls.ts';
import { expect, test } from './support/test.ts';

const row = (page: Page, center: string) => page.getByRole('row').filter({ hasText: center });

for (const language of languages) {
  const { path, say } = inLanguage(language);
  const said = (message: string, values = {}) => say(message, values, 'appointments');
  const opener = (page: Page, center: string) =>
    row(page, center).getByRole('button', { name: said('Change date') });
  const window = (page: Page) => page.getByRole('dialog', { name: said('Change date') });
  const save = (page: Page) => window(page).getByRole('button', { name: said('Save new date') });

  test(`another date: a taken day is said and changes nothing, a free one is taken (${language})`, async ({
    page,
    request,
    signedIn,
  }) => {
    await addAppointment(request, signedIn, { center: 'Dhaka Medical', date: dayIn('en', 4) });
    await addAppointment(request, signedIn, { center: 'Sylhet', date: dayIn('en', 9) });
    await page.goto(path('/dashboard/appointments'));
    await opener(page, 'Dhaka Medical').focus();
    await page.keyboard.press('Enter');
    const date = window(page).locator('[name="date"]');
    await expect(date).toHaveValue(dayIn(language, 4));
    await expectAccessible(page);

    await date.fill('someday');
    await save(page).click();
    await expect(window(page)).toContainText(said('Date input not valid'));
    await expect(date).toBeFocused();
    await date.fill(dayIn(language, 9));
    await page.keyboard.press('Enter');
    await expect(window(page)).toContainText(
      said('You already have an appointment on {0}. Nothing was changed.', { 0: dayIn(language, 9) }),
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(window(page)).toHaveCount(0);
    await expect(row(page, 'Dhaka Medical')).toContainText(dayIn(language, 4));
    await expect(opener(page, 'Dhaka Medical')).toBeFocused();

    await page.keyboard.press('Enter');
    await date.fill(dayIn(language, 12));
    await save(page).click();
    const done = said('Your appointment is on {0} now', { 0: dayIn(language, 12) });
    await expect(page.getByText(done)).toBeVisible();
    await expect(row(page, 'Dhaka Medical')).toContainText(dayIn(language, 12));
    await expect(opener(page, 'Dhaka Medical')).toBeFocused();
  });
}

const english = (page: Page, center: string) =>
  row(page, center).getByRole('button', { name: 'Change date' });

test('the day is chosen in the calendar, too, which closes before the window does', async ({
  page,
  request,
  signedIn,
}) => {
  await addAppointment(request, signedIn, { center: 'Dhaka Medical', date: dayIn('en', 4) });
  await page.goto('/dashboard/appointments');
  await english(page, 'Dhaka Medical').click();
  const window = page.getByRole('dialog', { name: 'Change date' });
  await window.getByRole('button', { name: 'Choose the date in a calendar' }).click();
  const chosen = page.getByRole('button', { name: dayIn('en', 4) });
  await expect(chosen).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(window.locator('[name="date"]')).toHaveValue(dayIn('en', 5));
  await window.getByRole('button', { name: 'Save new date' }).click();
  await expect(row(page, 'Dhaka Medical')).toContainText(dayIn('en', 5));
});

test.describe('what another tab has done meanwhile', () => {
  test.use({ expectedErrors: [/status of (409|404)/] });

  test('a paid one keeps its date, which is said; the row shows that it is paid', async ({
    page,
    request,
    signedIn,
  }) => {
    const id = await addAppointment(request, signedIn, { center: 'Dhaka Medical', date: dayIn('en', 4) });
    await page.goto('/dashboard/appointments');
    await english(page, 'Dhaka Medical').click();
    await payFor(request, signedIn, id);
    await page.locator('dialog [name="date"]').fill(dayIn('en', 6));
    await page.getByRole('button', { name: 'Save new date' }).click();
    await expect(page.getByText('This appointment is paid by now, so its date stays.')).toBeVisible();
    await expect(row(page, 'Dhaka Medical').getByText('Paid', { exact: true })).toBeVisible();
    await expect(row(page, 'Dhaka Medical')).toContainText(dayIn('en', 4));
    await expect(english(page, 'Dhaka Medical')).toHaveCount(0);
  });

  test('one that is gone is said to be, and goes from the list', async ({ page, request, signedIn }) => {
    const id = await addAppointment(request, signedIn, { center: 'Dhaka Medical', date: dayIn('en', 4) });
    await page.goto('/dashboard/appointments');
    await english(page, 'Dhaka Medical').click();
    const headers = { Authorization: `Bearer ${signedIn.accessToken}` };
    expect((await request.delete(`/api/appointments/${id}`, { headers })).status()).toBe(200);
    await page.locator('dialog [name="date"]').fill(dayIn('en', 6));
    await page.getByRole('button', { name: 'Save new date' }).click();
    await expect(page.getByText('This appointment is gone')).toBeVisible();
    await expect(row(page, 'Dhaka Medical')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});
