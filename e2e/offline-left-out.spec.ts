import { addAppointment } from './support/appointments.ts';
import { expect, test } from './support/test.ts';

test.use({
  siteSettings: { LEAVE_OUT: 'offline' },
  serviceWorkers: 'allow',
  expectedErrors: [/status of 404/],
});

test('a site without this part registers no worker, keeps nothing on the device, installs nothing and has no passes', async ({
  page,
  signedIn,
  request,
}) => {
  const id = await addAppointment(request, signedIn, { center: 'Dhaka Medical College' });
  const asked = page.waitForResponse('**/api/config');
  await page.goto('/dashboard/appointments');
  await asked;
  await expect(page.getByRole('cell', { name: 'Dhaka Medical College' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Donation pass' })).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify(Object.values(localStorage)))).not.toContain('Dhaka');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect((await (await request.get('/site.webmanifest')).json()).display).toBe('browser');
  const answer = await page.goto(`/dashboard/pass/${id}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
});
