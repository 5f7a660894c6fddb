import { fillForm, form, openForm } from './support/appointments.ts';
import { expect, test } from './support/test.ts';

test.use({ siteSettings: { LEAVE_OUT: 'opinions' } });

test('a site that leaves opinions out asks for no consent, and lists nothing on the account page', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.name).toBeTruthy();
  const config = page.waitForResponse('**/api/config');
  await openForm(page);
  await config;
  await fillForm(page, { opinion: 'Kind people.' });
  await expect(form(page).getByRole('checkbox')).toHaveCount(0);
  await page.goto('/dashboard/account');
  await expect(page.getByRole('region', { name: 'Your data' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your opinions' })).toHaveCount(0);
});
