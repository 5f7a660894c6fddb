import type { Locator, Page } from '@playwright/test';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { form } from './support/appointments.ts';
import { setClocks } from './support/clock.ts';
import { carousel, wake } from './support/landing.ts';
import { dayIn, inLanguage } from './support/languages.ts';
import { expect, test } from './support/test.ts';

for (const language of languages) {
  const { path, say } = inLanguage(language);
  const title = say('The blood bus');
  const button = (page: Page) =>
    page.getByRole('button', { name: say('Take part: {title}', { title }), exact: true });
  const field = (page: Page, name: string) => form(page).locator(`[name="${name}"]`);

  /** The second of the four campaigns, on December 12, 2026. */
  async function showBus(page: Page): Promise<void> {
    const campaigns = carousel(page, say('Our Campaigns'));
    await campaigns.scrollIntoViewIfNeeded();
    // The carousel moves by itself, too, until it is used: it may stand at the second slide already.
    await expect(async () => {
      if (!(await isWithin(button(page)))) await campaigns.getByRole('button', { name: say('Next') }).click();
      await expect(button(page)).toBeInViewport({ timeout: 2000 });
    }).toPass();
  }

  const isWithin = (of: Locator): Promise<boolean> =>
    of.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });

  const start = async (page: Page, now: string) => {
    await setClocks(page, now);
    await page.goto(path('/'));
  };

  test(`a campaign fills in its place and day, and nothing else; of one that is over only the place (${language})`, async ({
    page,
  }) => {
    const place = say('River Road market');
    const day = dayIn(language, '2026-12-12');
    await page.setViewportSize({ width: 360, height: 800 });
    await start(page, '2026-12-01T09:00Z');
    await field(page, 'name').fill('Rahima Khatun');
    await field(page, 'center').fill('Dhaka Medical College');
    await field(page, 'opinion').fill('Kind people.');
    await showBus(page);
    await expectAccessible(page);
    await button(page).click();
    await expect(field(page, 'phone')).toBeFocused();
    await expect(field(page, 'phone')).toBeInViewport();
    await expect(field(page, 'center')).toHaveValue(place);
    await expect(field(page, 'date')).toHaveValue(day);
    await expect(field(page, 'name')).toHaveValue('Rahima Khatun');
    await expect(field(page, 'opinion')).toHaveValue('Kind people.');
    await expect(form(page).getByRole('status').first()).toHaveText(
      say('{title}: we filled in {place} and {date}.', { title, place, date: day }),
    );
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    // By keyboard, with everything filled in before: on to the button that sends.
    await field(page, 'phone').fill('01712345678');
    await button(page).focus();
    await page.keyboard.press('Enter');
    await expect(form(page).getByRole('button', { name: say('Submit'), exact: true })).toBeFocused();

    await start(page, '2026-12-20T09:00Z');
    await showBus(page);
    await button(page).click();
    await expect(field(page, 'name')).toBeFocused();
    await expect(field(page, 'center')).toHaveValue(place);
    await expect(field(page, 'date')).toHaveValue(dayIn(language, '2026-12-20'));
    await expect(form(page).getByRole('status').first()).toHaveText(
      say('{title} is on {date}, which is not available. Choose another day.', { title, date: day }),
    );
    if (language !== 'en') return;

    await test.step('the form in the window is filled, too', async () => {
      await start(page, '2026-12-01T09:00Z');
      await form(page).scrollIntoViewIfNeeded();
      const strip = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: /from 40 years/ }) });
      const opener = strip.getByRole('button', { name: 'Request Appointment' });
      await opener.click();
      const inWindow = page.getByRole('dialog').locator('form');
      await inWindow.locator('[name="center"]').fill('River Road');
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await wake(carousel(page, 'Our Campaigns'));
      await page.getByRole('button', { name: 'Take part: Campus week', exact: true }).click();
      await expect(page.locator('#request-appointment [name="name"]')).toBeFocused();
      await opener.click();
      await expect(inWindow.locator('[name="center"]')).toHaveValue('City University, main hall');
      await expect(inWindow.locator('[name="date"]')).toHaveValue('December 5, 2026');
    });
  });
}
