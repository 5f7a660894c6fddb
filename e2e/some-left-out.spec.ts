import { expect, test } from './support/test.ts';

test.use({
  siteSettings: { LEAVE_OUT: 'reminders' },
  expectedErrors: [/status of 404/],
});

test('a site without reminders has neither the page nor the choice', async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  await page.goto('/dashboard/account');
  await expect(page.getByRole('region', { name: 'Your opinions' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Reminders' })).toHaveCount(0);
  expect((await page.goto('/reminder'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
});
