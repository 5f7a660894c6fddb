import { expect, test } from './support/test.ts';

test.use({
  siteSettings: [{ IDENTITY_STRICT: 'on' }, { scope: 'worker' }],
  expectedErrors: [/status of 400/],
});

test('a strict site says what a password needs, where one registers', async ({ page }) => {
  await page.goto('/register');
  await page.locator('input[name="name"]').fill('Rahima Khatun');
  await page.locator('input[name="email"]').fill('rahima@example.org');
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ });
  for (const [password, says] of [
    ['abc1xyz', 'Password should be at least 8 characters'],
    ['password1', 'This password is one that many people use. Choose another one'],
    ['bloodbuddies1', 'Add at least 8 characters of your own'],
  ] as const) {
    await page.locator('input[name="password"]').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click();
    await expect(alert).toContainText(says);
  }
  await page.locator('input[name="password"]').fill('mango tree 41');
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
});
