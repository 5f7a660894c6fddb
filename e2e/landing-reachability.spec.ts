import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import {
  carousel,
  scrollThrough,
  section,
  sponsorsByWidth,
  visibleSlides,
  waitForCarousel,
} from './support/landing.ts';
import { layoutShift, recordLayoutShifts } from './support/layout-shift.ts';
import { expect, test } from './support/test.ts';

const carousels = ['Why donate', 'Our Campaigns', 'Donor reviews', 'Our Sponsors'];

async function loadEverything(page: Page): Promise<void> {
  await page.goto('/');
  await scrollThrough(page);
  for (const name of carousels) await waitForCarousel(carousel(page, name));
  await expect(section(page, 'Photo Gallery').locator('img')).toHaveCount(11);
  await expect(page.locator('#request-appointment form')).toBeVisible();
}

/** Expects that Tab moves through the page from the top and never focuses an invisible element. */
async function expectTabToStayVisible(page: Page): Promise<void> {
  await page.evaluate(() => {
    scrollTo(0, 0);
    (document.activeElement as HTMLElement | null)?.blur();
  });
  const readFocused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { left, right, width } = element.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      const sectionId = element.closest('section')?.getAttribute('aria-labelledby') ?? '';
      return {
        name: `${sectionId}: ${name || element.getAttribute('name')}`,
        hidden: right <= 0 || left >= innerWidth || width === 0,
        end: element === document.body || element.closest('footer') !== null,
        inert: element.closest('[inert]') !== null,
      };
    });
  const focusedNames = new Set<string>();
  for (let step = 0; step < 200; step++) {
    await page.keyboard.press('Tab');
    const { end, name } = await readFocused();
    if (end) break;
    // A focused slide is visible once its carousel has scrolled to it.
    await expect.poll(readFocused).toMatchObject({ hidden: false, inert: false });
    focusedNames.add(name);
  }
  for (const name of [
    'banner: Donate Now',
    'campaigns: Next',
    'reviews: Share your opinion',
    'photos: See All Images',
    'sponsors: Next',
  ])
    expect([...focusedNames]).toContain(name);
}

for (const [width, narrower] of [
  [360, 320],
  [1440, 640],
] as const)
  test(`at ${width} px nothing shifts, Tab focuses visible controls, all is accessible, and it fits ${narrower} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await recordLayoutShifts(page);
    await loadEverything(page);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
    if (width === 1440) await expectTabToStayVisible(page);
    for (const name of carousels) await carousel(page, name).getByRole('button', { name: 'Next' }).click();
    await expect(carousel(page, 'Our Sponsors').locator('[aria-live]')).toHaveText(/Slide 2/);
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    await expectAccessible(page);
    await section(page, 'Photo Gallery').getByRole('listitem').first().getByRole('button').click();
    await expect(page.getByRole('dialog', { name: 'Photos' })).toContainText('1 / ');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Request Appointment' }).click();
    await expect(page.getByRole('dialog').locator('form')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: narrower, height: 640 });
    await loadEverything(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrower);
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[LND-12] every section except reviews and photos shows its text, and the sponsors are side by side', async ({
    page,
  }) => {
    await page.goto('/');
    for (const [width, count] of sponsorsByWidth) {
      await page.setViewportSize({ width, height: 900 });
      expect(await visibleSlides(carousel(page, 'Our Sponsors')), `${width} px`).toHaveLength(count);
    }
    for (const text of [
      'Donate blood, save life',
      'donate your blood and inspire others',
      'JOIN WITH US AND SAVE LIFE',
      'Night shift',
      'General Hospital, gate 2',
      '1346',
      'Awesome Words From Donors',
      'Tea and rest',
      'Who We Are?',
      'Photo Gallery',
      'Request Appointment',
      'We are helping people from 40 years',
      'Kettle No. 9',
    ])
      await expect(page.getByText(text).first()).toBeVisible();
    const bus = page.getByText('The blood bus');
    await expect(bus).not.toBeInViewport();
    await bus.scrollIntoViewIfNeeded();
    await expect(bus).toBeInViewport();
    await page.getByRole('link', { name: 'Donate Now' }).click();
    await expect(page).toHaveURL(/#request-appointment$/);
  });
});
