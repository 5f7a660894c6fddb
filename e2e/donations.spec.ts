import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Language } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import { addPastAppointments } from './support/donations.ts';
import { inLanguage } from './support/languages.ts';
import { expectNoLayoutShift, recordLayoutShifts } from './support/layout-shift.ts';
import { expect, test } from './support/test.ts';

const past = [
  { day: '2025-11-03', center: 'ঢাকা মেডিকেল কলেজ হাসপাতাল' },
  { day: '2025-02-01', center: 'Quantum Foundation, Shantinagar' },
  { day: '2023-12-31', center: '=SUM(A1)' },
];

const translatorIn =
  (language: Language) =>
  (message: string): string =>
    inLanguage(language).translate(message, {}, 'donations');

async function download(page: Page, name: string): Promise<{ file: string; content: Buffer }> {
  const button = page.getByRole('button', { name, exact: true });
  const [coming] = await Promise.all([page.waitForEvent('download'), button.click()]);
  // The button ignores clicks while a download is pending.
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
  return { file: coming.suggestedFilename(), content: readFileSync(await coming.path()) };
}

/**
 * Expects the three past appointments of three years as a list, a table and a bar chart, collapsed at first.
 */
async function expectPast(page: Page, language: Language): Promise<void> {
  const t = translatorIn(language);
  const disclosure = page.getByRole('button', { name: t('By year and date') });
  await expect(disclosure).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('table')).toHaveCount(0);
  await disclosure.click();
  const days = page.getByRole('listitem').locator('time');
  await expect(days).toHaveCount(3);
  expect(await days.evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))).toEqual(
    past.map(({ day }) => day),
  );
  await expect(page.getByText('Still to come')).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: '=SUM(A1)' })).toContainText(t('Not paid'));

  const number = new Intl.NumberFormat(language === 'en' ? 'en-US' : 'bn-BD', { useGrouping: false });
  const counts = [
    [2025, 2],
    [2024, 0],
    [2023, 1],
  ].map((numbers) => numbers.map((value) => number.format(value)));
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(4);
  for (const [index, [year, count]] of counts.entries()) {
    await expect(rows.nth(index + 1).getByRole('rowheader')).toHaveText(year ?? '');
    await expect(rows.nth(index + 1).getByRole('cell')).toHaveText(count ?? '');
  }
  const chart = page.getByRole('img', {
    name: t('Bars: entries by year. The table has the same numbers.'),
  });
  await expect(chart.locator('text')).toHaveText(counts.flat());
  const widths = await chart
    .locator('rect')
    .evaluateAll((bars) => bars.map((bar) => Math.round(bar.getBoundingClientRect().width)));
  expect(widths[0]).toBeGreaterThan(50);
  expect([widths[1], Math.abs((widths[2] ?? 0) * 2 - (widths[0] ?? 0)) <= 2]).toEqual([0, true]);
}

/** Expects that a card with a drawn picture downloads. */
async function expectCard(page: Page): Promise<void> {
  const card = await download(page, 'Download card');
  expect(card.file).toBe('blood-buddies.png');
  expect(card.content.subarray(1, 4).toString()).toBe('PNG');
  expect(card.content.length).toBeGreaterThan(20_000);
}

/** Expects that the CSV file downloads. tests/donations.test.ts checks its content. */
async function expectFile(page: Page, language: Language, heading: string): Promise<void> {
  const t = translatorIn(language);
  const csv = await download(page, t('Download as CSV'));
  expect(csv.file).toMatch(/^blood-buddies-donations-\d{4}-\d\d-\d\d\.csv$/);
  for (const text of [heading, "'=SUM(A1)", ...past.map(({ day }) => day)])
    expect(csv.content.toString()).toContain(text);
  await expect(page.getByText(t('The file is in your downloads')).first()).toBeVisible();
}

test.use({ expectedErrors: [/status of 429|Failed to load/] });

test('past appointments: timeline, chart, print and download; failures can be retried', async ({
  page,
  request,
  site,
  signedIn,
}) => {
  const main = page.getByRole('main');
  const serverError = {
    json: { error: { code: 'too-many-requests', message: 'Please wait.' } },
    status: 429,
  };

  await test.step('a list that fails to load', async () => {
    await page.route('**/api/appointments?*', (route) => route.fulfill(serverError));
    await page.goto('/dashboard/donations');
    const retryButton = page.getByRole('button', { name: 'Try again' });
    await expect(retryButton).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/appointments?*');
    await retryButton.click();
    await expect(retryButton).toHaveCount(0);
  });

  await test.step('a member without donations sees how to start', async () => {
    await page.goto('/dashboard/appointments');
    await page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link', { name: 'My donations' })
      .click();
    await expect(page).toHaveURL('/dashboard/donations');
    await expect(page.getByRole('heading', { level: 1, name: 'My donations' })).toBeVisible();
    await expect(
      page.getByText('Your story starts with one appointment. It appears here the day after.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toHaveCount(0);
    await expectAccessible(page);
    await addAppointment(request, signedIn, { date: inDays(0), center: 'Still to come' });
    await page.reload();
    await expect(main.getByText('Your first appointment is on')).toBeVisible();
    await expectAccessible(page);
    await main.getByRole('link', { name: 'Your appointments' }).click();
    await expect(page).toHaveURL('/dashboard/appointments');
  });

  await test.step('donations of several years, at every width', async () => {
    await addPastAppointments(site, request, signedIn, past);
    await recordLayoutShifts(page);
    await page.goto('/dashboard/donations');
    await expect(main.getByText('3 past appointments')).toBeVisible();
    await expect(main.getByText('You can probably give blood now')).toBeVisible();
    await expect(main.getByText('Your next appointment is on')).toBeVisible();
    await expectNoLayoutShift(page);
    await expectCard(page);
    await expectPast(page, 'en');
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    }
  });

  await test.step('the printed page shows the collapsed parts and the name, without buttons', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(main.getByText(`Account: ${signedIn.name}, ${signedIn.email}.`)).toBeVisible();
    await expect(main.getByRole('listitem')).toHaveCount(past.length);
    for (const { center } of past) await expect(main.getByText(center)).toBeVisible();
    await expect(main.getByText(signedIn.name, { exact: true })).toHaveCount(past.length);
    await expect(main.getByRole('table')).toBeVisible();
    for (const role of ['navigation', 'button', 'link'] as const)
      await expect(page.getByRole(role)).toHaveCount(0);
    await page.emulateMedia({ media: null });
  });

  await test.step('a browser that cannot print says so', async () => {
    const tab = await page.context().newPage();
    await tab.addInitScript('window.print = undefined');
    await tab.goto('/dashboard/donations');
    await expect(tab.getByText("You can't print here.")).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Print or save as PDF' })).toHaveCount(0);
    await expectAccessible(tab);
    await tab.close();
  });

  await test.step('the download, and one that fails', async () => {
    await page.route('**/api/donations.csv*', (route) => route.fulfill(serverError));
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Please wait a moment and try again.' }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/donations.csv*');
    await expectFile(page, 'en', 'Donation Center');
    await expect(page.getByText('Please wait.')).toHaveCount(0);

    // Uses only the keyboard.
    await page.getByRole('button', { name: 'Print or save as PDF' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Download as CSV' })).toBeFocused();
    const [coming] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(coming.suggestedFilename()).toMatch(/\.csv$/);
  });

  await test.step('in Bengali', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(inLanguage('bn').path('/dashboard/donations'));
    await expectPast(page, 'bn');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    await expectFile(page, 'bn', 'রক্তদান কেন্দ্র');
  });
});
