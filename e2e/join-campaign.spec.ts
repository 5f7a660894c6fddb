import type { Locator, Page } from '@playwright/test';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { form, scrollToForm } from './support/appointments.ts';
import { carousel, waitForCarousel } from './support/landing.ts';
import { formatDay, inLanguage } from './support/languages.ts';
import { expect, test } from './support/test.ts';

/**
 * Sets the clock of the page, and the server's Date header that it reads, to this moment. Timers keep
 * running.
 */
async function setClocks(page: Page, moment: string): Promise<void> {
  const now = new Date(moment);
  await page.clock.setFixedTime(now);
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: now.toUTCString() } });
  });
}

// A request that is still on its way when the page closes would fail the journey.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }));

for (const language of languages) {
  const { path, translate } = inLanguage(language);
  const title = translate('The blood bus');
  const button = (page: Page) =>
    page.getByRole('button', { name: translate('Take part: {title}', { title }), exact: true });
  const field = (page: Page, name: string) => form(page).locator(`[name="${name}"]`);

  /** Moves the carousel to the second of the four campaigns, on December 12, 2026. */
  async function showBloodBusSlide(page: Page): Promise<void> {
    const campaigns = carousel(page, translate('Our Campaigns'));
    await campaigns.scrollIntoViewIfNeeded();
    await campaigns.locator('.bb-carousel-dot').nth(1).click();
    await expect.poll(() => isWithin(button(page))).toBe(true);
  }

  const isWithin = (root: Locator): Promise<boolean> =>
    root.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });

  const start = async (page: Page, now: string) => {
    await setClocks(page, now);
    await page.goto(path('/'));
    await scrollToForm(page);
  };

  test(`joining a campaign fills in its location and day, or only the location if it is over (${language})`, async ({
    page,
  }) => {
    const place = translate('River Road market');
    const day = formatDay(language, '2026-12-12');
    await page.setViewportSize({ width: 360, height: 800 });
    await start(page, '2026-12-01T09:00Z');
    await field(page, 'name').fill('Rahima Khatun');
    await field(page, 'center').fill('Dhaka Medical College');
    await field(page, 'opinion').fill('Kind people.');
    await showBloodBusSlide(page);
    await expectAccessible(page);
    await button(page).click();
    await expect(field(page, 'phone')).toBeFocused();
    await expect(field(page, 'phone')).toBeInViewport();
    await expect(field(page, 'center')).toHaveValue(place);
    await expect(field(page, 'date')).toHaveValue(day);
    await expect(field(page, 'name')).toHaveValue('Rahima Khatun');
    await expect(field(page, 'opinion')).toHaveValue('Kind people.');
    await expect(form(page).getByRole('status').first()).toHaveText(
      translate('{title}: we filled in {place} and {date}.', { title, place, date: day }),
    );
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    // With the keyboard and a complete form, the focus moves to the submit button.
    await field(page, 'phone').fill('01712345678');
    await button(page).focus();
    await page.keyboard.press('Enter');
    await expect(form(page).getByRole('button', { name: translate('Submit'), exact: true })).toBeFocused();

    await start(page, '2026-12-20T09:00Z');
    await showBloodBusSlide(page);
    await button(page).click();
    await expect(field(page, 'name')).toBeFocused();
    await expect(field(page, 'center')).toHaveValue(place);
    await expect(field(page, 'date')).toHaveValue(formatDay(language, '2026-12-20'));
    await expect(form(page).getByRole('status').first()).toHaveText(
      translate('{title} is on {date}, which is not available. Choose another day.', { title, date: day }),
    );
    if (language !== 'en') return;

    await test.step('the form in the dialog is also filled in', async () => {
      await start(page, '2026-12-01T09:00Z');
      const strip = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: /from 40 years/ }) });
      const opener = strip.getByRole('button', { name: 'Request Appointment' });
      await opener.click();
      const inWindow = page.getByRole('dialog').locator('form');
      await inWindow.locator('[name="center"]').fill('River Road');
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await waitForCarousel(carousel(page, 'Our Campaigns'));
      await page.getByRole('button', { name: 'Take part: Campus week', exact: true }).click();
      await expect(page.locator('#request-appointment [name="name"]')).toBeFocused();
      await opener.click();
      await expect(inWindow.locator('[name="center"]')).toHaveValue('City University, main hall');
      await expect(inWindow.locator('[name="date"]')).toHaveValue('December 5, 2026');
    });
  });
}
