import { parts } from '#contract/parts.ts';
import { addAppointment, fillForm, form, openForm } from './support/appointments.ts';
import { expect, test } from './support/test.ts';

test.use({
  siteSettings: { LEAVE_OUT: parts.join(',') },
  serviceWorkers: 'allow',
  expectedErrors: [/status of 404/],
});

test('a site without any optional part shows nothing of them, keeps nothing on the device, and leads from Bengali addresses to its own', async ({
  page,
  request,
  signedIn,
}) => {
  const id = await addAppointment(request, signedIn, { center: 'Dhaka Medical College' });
  const told = page.waitForResponse('**/api/config');
  await page.goto('/dashboard/appointments');
  expect((await (await told).json()).parts).toEqual([]);
  const row = page.getByRole('row').filter({ hasText: 'Dhaka Medical College' });
  await expect(row.getByRole('link')).toHaveText(['Payment']);
  expect(await page.evaluate(() => JSON.stringify(Object.values(localStorage)))).not.toContain('Dhaka');

  await page.goto('/dashboard/account');
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible();
  for (const name of ['Reminders', 'Your opinions'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);

  await openForm(page);
  await fillForm(page, { opinion: 'Ten quiet minutes.' });
  await expect(form(page).getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'বাংলা' })).toHaveCount(0);

  expect((await page.goto('/reminder'))?.status()).toBe(404);
  expect((await page.goto(`/dashboard/pass/${id}`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
  for (const path of ['/api/opinions', '/api/user/reminders'])
    expect((await request.get(path)).status(), path).toBe(404);
  expect((await (await request.get('/site.webmanifest')).json()).display).toBe('browser');

  await page.goto('/bn/about?from=here');
  await expect(page).toHaveURL('/about?from=here');
  await expect(page.getByRole('heading', { name: 'This is about us' })).toBeVisible();
  await expect(page.locator('link[hreflang]')).toHaveCount(0);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
