import { parts } from '#contract/parts.ts';
import { addAppointment, form, openForm } from './support/appointments.ts';
import { expect, test } from './support/test.ts';

test.use({ siteSettings: { LEAVE_OUT: parts.join(',') } });

test('a site without any optional part works, and shows nothing of them', async ({
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

  await openForm(page);
  await form(page).locator('[name="opinion"]').fill('Ten quiet minutes.');
  await expect(form(page).getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'বাংলা' })).toHaveCount(0);
  for (const path of ['/reminder', '/dashboard/pass/1'])
    expect((await request.get(path)).status(), path).toBe(404);
  for (const path of ['/api/opinions', '/api/user/reminders'])
    expect((await request.get(path)).status(), path).toBe(404);
});
