import { addAppointment, inDays } from './support/appointments.ts';
import { cutLine, keptPaths, mendLine, untilKept } from './support/line.ts';
import { expect, test } from './support/test.ts';

// What a browser says of every question without a line.
test.use({ serviceWorkers: 'allow', expectedErrors: [/net::ERR/] });

test('try', async ({ page, context, signedIn, request }) => {
  const id = await addAppointment(request, signedIn, { date: inDays(4) });
  await page.goto('/about');
  await untilKept(page, 'about-page');
  await page.goto('/dashboard/appointments');
  await expect(page.getByRole('link', { name: 'Donation pass' })).toBeVisible();
  await untilKept(page, 'appointments-page', 'pass-page', 'door');
  console.log(JSON.stringify(await keptPaths(page), null, 1));
  await cutLine(context);
  await page.reload();
  await expect(page.getByText('You are offline. This is what we knew on')).toBeVisible();
  await page.screenshot({ path: '/tmp/off/1.png', fullPage: true });
  await page.goto(`/dashboard/pass/${id}`);
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await page.screenshot({ path: '/tmp/off/2.png', fullPage: true });
  await page.goto('/about');
  await page.screenshot({ path: '/tmp/off/3.png', fullPage: true });
  await page.goto('/campaign');
  await page.waitForTimeout(1000);
  await page.screenshot({ path: '/tmp/off/4.png', fullPage: true });
  await mendLine(context);
});
