import type { Page } from '@playwright/test';
import type { Appointment } from '#contract/appointments.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import { confirmEmail } from './support/member.ts';
import { goodCard, payWith, receipt, success } from './support/payment.ts';
import { test } from './support/payment-test.ts';
import { expect } from './support/test.ts';

/** The appointment as the server would tell it at another time. */
const told = (page: Page, changes: Partial<Appointment>) =>
  page.route('**/api/appointments/*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });

const payment = { amount: 500, currency: 'usd', paidAt: '2026-11-21T20:05:00.000Z' };

test.use({ timezoneId: 'Asia/Dhaka' });

test('the receipt tells what was paid, when and for what; it says where it was sent', async ({
  paymentPage: page,
  signedIn,
  request,
  site,
}) => {
  await confirmEmail(request, site, signedIn);
  await payWith(page, goodCard);
  await expect(success(page)).toBeVisible();
  await page.reload();
  const shown = receipt(page);
  await expect(shown.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  for (const text of ['$5.00', 'Paid on', 'GMT+6', signedIn.name, 'Dhaka', inDays(4), 'by mail'])
    await expect(shown).toContainText(text);
  await expect(shown).toContainText(/pi_\w+/);
  await expect(shown).not.toContainText('Refunded');
  await expectAccessible(page);
});

test('money that was given back is told with its day; what is not known is left out', async ({
  page,
  signedIn,
  request,
}) => {
  const id = await addAppointment(request, signedIn);
  await told(page, {
    transactionId: 'pi_1',
    refunded: true,
    payment: { ...payment, refundedAt: '2026-11-23T08:00:00.000Z' },
  });
  await page.goto(`/dashboard/payment/${id}`);
  await expect(receipt(page)).toContainText('November 22, 2026 at 2:05 AM GMT+6');
  await expect(receipt(page)).toContainText('November 23, 2026 at 2:00 PM GMT+6');
  await expect(receipt(page)).toContainText('given back to your card');
  await expectAccessible(page);

  await page.unrouteAll({ behavior: 'wait' });
  await told(page, { transactionId: 'pi_1', payment: undefined });
  await page.reload();
  await expect(receipt(page)).toContainText('pi_1');
  await expect(receipt(page)).not.toContainText('Paid on');
  await expect(receipt(page)).not.toContainText('by mail');
});

test('the receipt of somebody whose address is not confirmed says that it was not mailed', async ({
  page,
  signedIn,
  request,
}) => {
  const id = await addAppointment(request, signedIn);
  await told(page, { transactionId: 'pi_1', payment });
  await page.goto(`/dashboard/payment/${id}`);
  await expect(receipt(page)).toContainText('We email receipts to confirmed addresses only.');
  await expect(receipt(page)).not.toContainText('by mail');
});

test('on paper the receipt stands alone, black on white, on one page', async ({
  page,
  site,
  signedIn,
  request,
}) => {
  const longName = 'Rahmatullah'.repeat(10).slice(0, 100);
  const id = await addAppointment(request, signedIn, { name: longName, center: longName });
  await told(page, { transactionId: `pi_${'0123456789abcdef'.repeat(3)}`, payment });
  await page.goto(`/dashboard/payment/${id}`);
  let printed = 0;
  await page.exposeFunction('notePrint', () => (printed += 1));
  await page.evaluate('window.print = () => notePrint()');
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await expect.poll(() => printed).toBe(1);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByText(site.url)).toBeVisible();
  await expect(receipt(page).getByText('Blood Buddies', { exact: true })).toBeVisible();
  for (const away of ['banner', 'contentinfo', 'navigation', 'button', 'link'] as const)
    await expect(page.getByRole(away)).toHaveCount(0);
  await expect(receipt(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(receipt(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: null });
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
});
