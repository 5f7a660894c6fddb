import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import { mailedLink } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

test('who books without a confirmed address is told so, asks for the link, and the page follows once it is opened', async ({
  page,
  context,
  signedIn,
  request,
  site,
}) => {
  await addAppointment(request, signedIn);
  await page.goto('/dashboard/appointments');
  const notice = page.getByRole('region', { name: 'Confirm your email address' });
  await expect(notice).toContainText(signedIn.email);
  await expect(notice).toContainText('Until then we cannot email you reminders or receipts');
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Send the confirmation email' }).click();
  await expect(page.getByText('A link is on its way.')).toBeVisible();

  const other = await context.newPage();
  await other.goto(await mailedLink(site.dataDir, signedIn.email, 'verifyEmail'));
  const exchanged = other.waitForResponse((response) => response.url().endsWith('/api/user'));
  await other.getByRole('main').getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(other.getByText('Your email address is confirmed.')).toBeVisible();
  expect((await exchanged).status()).toBe(200);
  await expect(notice).toHaveCount(0);

  const token = await page.evaluate(() => localStorage.getItem('accessJwtToken'));
  const headers = { authorization: `Bearer ${token}` };
  const { user } = await (await request.get('/api/user/export', { headers })).json();
  expect(user.emailConfirmedAt).toMatch(/Z$/);
});
