import type { Page } from '@playwright/test';
import { addAppointment, inDays } from './support/appointments.ts';
import { expect, test } from './support/test.ts';

const longName = 'Rahmatullah'.repeat(10).slice(0, 100);

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
const bottomOf = (page: Page) => page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }));
const boxOf = async (found: ReturnType<Page['locator']>) => {
  const box = await found.boundingBox();
  if (!box) throw new Error('Not on the page.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

for (const width of [320, 360, 768, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 740 } });

    test('[APT-01] [PAY-01] [NAV-05] names of 100 characters fit, nothing stays under the floating button', async ({
      page,
      signedIn,
      request,
    }) => {
      const id = await addAppointment(request, signedIn, { name: longName, center: longName });
      for (const path of [`/dashboard/payment/${id}`, '/dashboard/appointments', '/dashboard/gallery']) {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
        await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
        expect(await widthOf(page)).toBeLessThanOrEqual(width);
      }
      const button = page.getByRole('button', { name: 'Dashboard sections' });
      if (width >= 1024) return expect(button).toBeHidden();
      const lastLink = page.getByRole('contentinfo').getByRole('link').last();
      // The page grows while its photos come.
      await expect(async () => {
        await bottomOf(page);
        expect((await boxOf(lastLink)).bottom).toBeLessThanOrEqual((await boxOf(button)).y);
      }).toPass();
    });

    test('[APT-01] [APT-02] the table shows that there is more, and its actions can be reached', async ({
      page,
      signedIn,
      request,
    }) => {
      await addAppointment(request, signedIn, { date: inDays(3), center: longName });
      await page.goto('/dashboard/appointments');
      const frame = page.getByRole('region', { name: 'Your appointments' });
      const cancel = frame.getByRole('button', { name: 'Cancel' });
      const hint = page.getByText('Swipe the table sideways');
      await expect(cancel).toBeVisible();
      await expect(frame.locator('..')).toHaveAttribute('data-more', 'true');
      expect((await boxOf(frame)).height).toBeLessThanOrEqual(0.8 * 740);
      if (width >= 768) {
        await expect(hint).toBeHidden();
        expect((await boxOf(cancel)).right).toBeLessThanOrEqual((await boxOf(frame)).right);
      } else {
        await expect(hint).toBeVisible();
        const edge = page.locator('.bb-table-edge');
        await expect(edge).toHaveCSS('opacity', '1');
        expect((await boxOf(edge)).height).toBeGreaterThan(100);
      }
      await frame.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
      await frame.evaluate((element) => element.scrollTo({ left: 1e6, behavior: 'instant' }));
      await expect(frame.locator('..')).toHaveAttribute('data-more', 'false');
      expect((await boxOf(cancel)).right).toBeLessThanOrEqual((await boxOf(frame)).right);
    });
  });
}

test('the side menu begins where the brand begins', async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  for (const width of [1100, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/dashboard/donors');
    const menu = await boxOf(page.getByRole('navigation', { name: 'Dashboard' }));
    const brand = await boxOf(page.getByRole('banner').getByRole('link', { name: 'Blood Buddies' }));
    expect(menu.x).toBeCloseTo(brand.x, 0);
  }
});
