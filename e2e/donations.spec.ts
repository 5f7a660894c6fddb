import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import { addPast } from './support/donations.ts';
import { inLanguage } from './support/languages.ts';
import { expect, test } from './support/test.ts';

const past = [
  { day: '2025-11-03', center: 'ঢাকা মেডিকেল কলেজ হাসপাতাল' },
  { day: '2025-02-01', center: 'Quantum Foundation, Shantinagar' },
  { day: '2023-12-31', center: '=SUM(A1)' },
];

async function download(page: Page, name: string): Promise<{ file: string; content: Buffer }> {
  const [coming] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return { file: coming.suggestedFilename(), content: readFileSync(await coming.path()) };
}

for (const language of languages) {
  const { path, say } = inLanguage(language);
  const said = (message: string, values = {}) => say(message, values, 'donations');

  test(`who has no past appointment is told how to come to one; those of several years stand on a line, are counted and can be taken along (${language})`, async ({
    page,
    request,
    site,
    signedIn,
  }) => {
    const main = page.getByRole('main');
    await page.goto(path('/dashboard/appointments'));
    await page.getByRole('link', { name: said('My donations') }).click();
    await expect(page).toHaveURL(path('/dashboard/donations'));
    await expect(page.getByRole('heading', { level: 1, name: said('My donations') })).toBeVisible();
    await expect(
      page.getByText(said('Your story starts with one appointment. The day after it, you find it here.')),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: said('Download as PDF') })).toHaveCount(0);
    await expectAccessible(page);
    await addAppointment(request, signedIn, { date: inDays(0), center: 'Still to come' });
    await page.reload();
    await expect(main.getByText(/Your first appointment is on|প্রথম অ্যাপয়েন্টমেন্ট/)).toBeVisible();
    await expectAccessible(page);
    await main.getByRole('link', { name: said('Your appointments') }).click();
    await expect(page).toHaveURL(path('/dashboard/appointments'));

    await addPast(site, request, signedIn, past);
    await page.goto(path('/dashboard/donations'));
    const days = page.getByRole('listitem').locator('time');
    await expect(days).toHaveCount(3);
    expect(await days.evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))).toEqual(
      past.map(({ day }) => day),
    );
    await expect(page.getByText('Still to come')).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: '=SUM(A1)' })).toContainText(said('Not paid'));

    const number = new Intl.NumberFormat(language === 'en' ? 'en-US' : 'bn-BD', { useGrouping: false });
    const inWords = (numbers: number[]) => numbers.map((each) => number.format(each));
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(4);
    for (const [place, [year, count]] of [
      [2025, 2],
      [2024, 0],
      [2023, 1],
    ]
      .map(inWords)
      .entries()) {
      const row = rows.nth(place + 1);
      await expect(row.getByRole('rowheader')).toHaveText(year ?? '');
      await expect(row.getByRole('cell')).toHaveText(count ?? '');
    }
    const chart = page.getByRole('img', {
      name: said('Bars: past appointments by year. The table has the same numbers.'),
    });
    await expect(chart.locator('text')).toHaveText(inWords([2025, 2, 2024, 0, 2023, 1]));
    const widths = await chart
      .locator('rect')
      .evaluateAll((bars) => bars.map((bar) => Math.round(bar.getBoundingClientRect().width)));
    expect(widths[0]).toBeGreaterThan(50);
    expect([widths[1], Math.abs((widths[2] ?? 0) * 2 - (widths[0] ?? 0)) <= 2]).toEqual([0, true]);

    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    }

    const csv = await download(page, said('Download as CSV'));
    expect(csv.file).toMatch(/^blood-buddies-donations-\d{4}-\d\d-\d\d\.csv$/);
    expect([...csv.content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head = [], ...lines] = Papa.parse<string[]>(csv.content.toString().slice(1), {
      skipEmptyLines: true,
    }).data;
    expect(head[2]).toBe(language === 'en' ? 'Donation Center' : 'রক্তদান কেন্দ্র');
    expect(lines.map(([, day, center]) => ({ day, center }))).toEqual([
      past[0],
      past[1],
      { day: '2023-12-31', center: "'=SUM(A1)" },
    ]);
    await expect(page.getByText(said('The file is in your downloads'))).toBeVisible();

    const pdf = await download(page, said('Download as PDF'));
    expect(pdf.file).toMatch(/^blood-buddies-donations-\d{4}-\d\d-\d\d\.pdf$/);
    const paper = await getDocumentProxy(new Uint8Array(pdf.content));
    expect((await paper.getMetadata()).info).toMatchObject({
      Title: said('My donations'),
      Language: language,
    });
    const { text } = await extractText(paper, { mergePages: true });
    for (const expected of [signedIn.email, 'Quantum Foundation, Shantinagar', '=SUM(A1)'])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(expected);
  });
}

test.describe('when something fails', () => {
  test.use({ expectedErrors: [/status of (429|503)|Failed to load/] });

  test('a list and a file that do not come are told of where they were asked for, and can be asked for again; the numbers need no bars', async ({
    page,
    request,
    site,
    signedIn,
  }) => {
    await addPast(site, request, signedIn, past);
    const later = { code: 'too-many-requests', message: 'Please wait.' };
    for (const address of ['**/api/appointments?*', '**/api/donations.pdf*'])
      await page.route(address, (route) => route.fulfill({ status: 429, json: { error: later } }));
    await page.route('**/year-chart-*.js', (route) => route.abort());
    await page.goto('/dashboard/donations');
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/appointments?*');
    await again.click();
    await expect(page.getByRole('listitem').locator('time')).toHaveCount(3);
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(4);
    await expect(page.getByRole('img', { name: 'Bars: past appointments by year.' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Download as PDF' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Please wait.' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/donations.pdf*');
    expect((await download(page, 'Download as PDF')).file).toMatch(/\.pdf$/);
    await expect(page.getByText('Please wait.')).toHaveCount(0);

    // By keyboard alone.
    await page.getByRole('button', { name: 'Download as PDF' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Download as CSV' })).toBeFocused();
    const [coming] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(coming.suggestedFilename()).toMatch(/\.csv$/);
  });
});
