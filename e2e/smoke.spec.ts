import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';

for (const path of ['/', '/home']) {
  test(`[PUB-01] a visitor reads the landing page at ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { name: /campaigns/i })).toBeVisible();
    await expectAccessible(page);
  });
}
