import { expect, test } from './support/test.ts';

test.use({ siteSettings: { LEAVE_OUT: 'donations' }, expectedErrors: [/404/] });

test('a site that leaves out My donations leads nobody there and has no such page', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await page.goto('/dashboard/account');
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'My donations' })).toHaveCount(0);
  await page.goto('/dashboard/donations');
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
});
