import { form } from './support/appointments.ts';
import { carousel, wake } from './support/landing.ts';
import { expect, test } from './support/test.ts';

test.use({ siteSettings: { LEAVE_OUT: 'eligibility,take-part' }, expectedErrors: [/status of 404/] });

test('a site without the questions has no page of them and no way there', async ({ page, request, site }) => {
  const answer = await page.goto('/can-i-donate');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
  expect(await (await request.get('/sitemap.xml')).text()).not.toContain('can-i-donate');
  const config = page.waitForResponse('**/api/config');
  await page.goto(site.url);
  await config;
  await form(page).scrollIntoViewIfNeeded();
  await expect(form(page).locator('[name="name"]')).toBeVisible();
  await expect(page.locator('a[href$="/can-i-donate"]')).toHaveCount(0);
});

test('a site without taking part shows campaigns to read', async ({ page }) => {
  const config = page.waitForResponse('**/api/config');
  await page.goto('/');
  await wake(carousel(page, 'Our Campaigns'));
  await config;
  await form(page).scrollIntoViewIfNeeded();
  await expect(form(page).locator('[name="name"]')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Take part/ })).toHaveCount(0);
});
