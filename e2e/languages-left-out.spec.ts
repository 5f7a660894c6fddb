import { expect, test } from './support/test.ts';

test.use({ siteSettings: { LEAVE_OUT: 'languages' } });

test('a site that leaves the other language out offers no switch, and leads from Bengali addresses to its own', async ({
  page,
}) => {
  await page.goto('/bn/about?from=here');
  await expect(page).toHaveURL(/\/about\?from=here$/);
  await expect(page).not.toHaveURL(/\/bn\//);
  await expect(page.getByRole('heading', { name: 'This is about us' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'বাংলা' })).toHaveCount(0);
  await expect(page.locator('link[hreflang]')).toHaveCount(0);
});
