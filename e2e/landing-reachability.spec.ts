import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { carousel, readThrough, section, sponsorsIn, wake, wholeSlides } from './support/landing.ts';
import { noteShifts, shiftsOf } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

const carousels = ['Why donate', 'Our Campaigns', 'Donor reviews', 'Our Sponsors'];

async function allAlive(page: Page): Promise<void> {
  await page.goto('/');
  await readThrough(page);
  for (const name of carousels) await wake(carousel(page, name));
  await expect(section(page, 'Photo Gallery').locator('img')).toHaveCount(11);
  await expect(page.locator('#request-appointment form')).toBeVisible();
}

/** Tab leads through the page from its top, and never to what cannot be seen. */
async function expectTabToBeSeen(page: Page): Promise<void> {
  await page.evaluate(() => {
    scrollTo(0, 0);
    (document.activeElement as HTMLElement | null)?.blur();
  });
  const seen = new Set<string>();
  for (let step = 0; step < 200; step++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { left, right, width } = element.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      const where = element.closest('section')?.getAttribute('aria-labelledby') ?? '';
      return {
        name: `${where}: ${name || element.getAttribute('name')}`,
        hidden: right <= 0 || left >= innerWidth || width === 0,
        end: element === document.body || element.closest('footer') !== null,
        inert: element.closest('[inert]') !== null,
      };
    });
    if (at.end) break;
    expect(at).toMatchObject({ hidden: false, inert: false });
    seen.add(at.name);
  }
  for (const each of [
    'banner: Donate Now',
    'campaigns: Next',
    'reviews: Share your opinion',
    'photos: See All Images',
    'sponsors: Next',
  ])
    expect([...seen]).toContain(each);
}

for (const [width, narrower] of [
  [360, 320],
  [1440, 640],
] as const)
  test(`nothing shifts while the page is read at ${width} px, Tab leads to nothing unseen, it is accessible with each of its windows open, and fits ${narrower} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await noteShifts(page);
    await allAlive(page);
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.01);
    if (width === 1440) await expectTabToBeSeen(page);
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
    await allAlive(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrower);
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[LND-12] the text of every section is there, opinions and photos excepted, and the sponsors stand side by side', async ({
    page,
  }) => {
    await page.goto('/');
    for (const [width, count] of sponsorsIn) {
      await page.setViewportSize({ width, height: 900 });
      expect(await wholeSlides(carousel(page, 'Our Sponsors')), `${width} px`).toBe(count);
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
