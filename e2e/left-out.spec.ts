import { parts } from '#contract/parts.ts';
import { addAppointment, form, openForm } from './support/appointments.ts';
import { expect, test } from './support/test.ts';

test.use({ siteSettings: { LEAVE_OUT: parts.join(',') } });

test('a site without any part beyond the specification shows what that says, and nothing else', async ({
  page,
  request,
  signedIn,
}) => {
  await addAppointment(request, signedIn, { center: 'Dhaka Medical College' });
  const told = page.waitForResponse('**/api/config');
  await page.goto('/dashboard/appointments');
  expect((await (await told).json()).parts).toEqual([]);
  const row = page.getByRole('row').filter({ hasText: 'Dhaka Medical College' });
  await expect(row.getByRole('link')).toHaveText(['Payment']);
  await expect(row.getByRole('button')).toHaveText(['Cancel']);
  for (const name of ['My donations', /Not sure whether/])
    await expect(page.getByRole('link', { name })).toHaveCount(0);

  await openForm(page);
  await form(page).locator('[name="opinion"]').fill('Ten quiet minutes.');
  await expect(form(page).getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Not sure whether/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Take part/ })).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'বাংলা' })).toHaveCount(0);
  for (const path of ['/can-i-donate', '/reminder', '/dashboard/donations', '/dashboard/pass/1'])
    expect((await request.get(path)).status(), path).toBe(404);
  for (const path of ['/api/opinions', '/api/donations.csv', '/api/donations.pdf', '/api/user/reminders'])
    expect((await request.get(path)).status(), path).toBe(404);
});
