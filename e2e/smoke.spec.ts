import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';

test('[PUB-01] / and /home show a visitor the same landing page', async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto('/');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  const headings = await main.getByRole('heading').allTextContents();
  await expectAccessible(page);
  await page.goto('/home');
  await expect(main.getByRole('heading')).toHaveText(headings);
});
