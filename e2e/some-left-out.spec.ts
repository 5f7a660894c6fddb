import { addAppointment } from './support/appointments.ts';
import { dayIn } from './support/days.ts';
import { expect, test } from './support/test.ts';

test.use({
  siteSettings: { LEAVE_OUT: 'calendar,reminders,date-change' },
  expectedErrors: [/status of 404/],
});

test('a site without some parts has neither their page, nor their actions, nor their choice, and has the others', async ({
  page,
  request,
  signedIn,
}) => {
  await addAppointment(request, signedIn, { center: 'Dhaka Medical', date: dayIn('en', 4) });
  const config = page.waitForResponse('**/api/config');
  await page.goto('/dashboard/appointments');
  await config;
  const row = page.getByRole('row').filter({ hasText: 'Dhaka Medical' });
  await expect(row.getByRole('link', { name: 'Donation pass' })).toBeVisible();
  await expect(row.getByRole('button')).toHaveText(['Cancel']);
  await page.goto('/dashboard/account');
  await expect(page.getByRole('region', { name: 'Your opinions' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Reminders' })).toHaveCount(0);
  expect((await page.goto('/reminder'))?.status()).toBe(404);
});
