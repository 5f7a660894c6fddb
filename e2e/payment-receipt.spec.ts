import type { Page } from '@playwright/test';
import type { Appointment } from '#contract/appointments.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import { confirmEmail } from './support/member.ts';
import { closeSuccess, goodCard, payWith, receipt } from './support/payment.ts';
import { test } from './support/payment-test.ts';
import { expect } from './support/test.ts';

/** Changes the appointment that the server returns. */
const mockAppointment = (page: Page, changes: Partial<Appointment>) =>
  page.route('**/api/appointments/*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });

const payment = { amount: 500, currency: 'usd', paidAt: '2025-11-21T20:05:00.000Z' };

test.use({ timezoneId: 'Asia/Dhaka' });

test('the receipt shows what was paid, when, for what and where it was sent, and prints alone', async ({
  page,
  site,
  signedIn,
  request,
  openNextPayment,
}) => {
  const longName = 'Rahmatullah'.repeat(10).slice(0, 100);
  const id = await addAppointment(request, signedIn, { name: longName, center: longName, date: inDays(6) });
  const article = receipt(page);

  await test.step('a refund shows its date, and an unconfirmed address shows that no email was sent', async () => {
    await mockAppointment(page, {
      transactionId: `pi_${'0123456789abcdef'.repeat(3)}`,
      refunded: true,
      payment: { ...payment, refundedAt: '2025-11-23T08:00:00.000Z' },
    });
    await page.goto(`/dashboard/payment/${id}`);
    await expect(article).toContainText('November 22, 2025 at 02:05 GMT+6');
    await expect(article).toContainText('November 23, 2025 at 14:00 GMT+6');
    await expect(article).toContainText('We refunded your service charge');
    await expect(article).toContainText('It should be on your card by now.');
    await expect(article.getByRole('link', { name: 'Show pass' })).toHaveCount(0);
    await expect(article).toContainText('We email receipts to confirmed addresses only.');
    await expect(article).not.toContainText('emailed you');
    await expectAccessible(page);
    await mockAppointment(page, {
      transactionId: 'pi_0123456789abcdef',
      refunded: true,
      payment: { ...payment, refundedAt: new Date().toISOString() },
    });
    await page.reload();
    await expect(article).toContainText('It reaches your card in 5 to 10 days.');
  });

  await test.step('the printed receipt is alone, black on white and on one page', async () => {
    let printCount = 0;
    await page.exposeFunction('notePrint', () => (printCount += 1));
    await page.evaluate('window.print = () => notePrint()');
    await page.getByRole('button', { name: 'Print or save as PDF' }).click();
    await expect.poll(() => printCount).toBe(1);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByText(site.url)).toBeVisible();
    await expect(article.getByText('Blood Buddies', { exact: true })).toBeVisible();
    for (const role of ['banner', 'contentinfo', 'navigation', 'button', 'link'] as const)
      await expect(page.getByRole(role)).toHaveCount(0);
    await expect(article).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(article).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.emulateMedia({ media: null, colorScheme: null });
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    }
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('unknown values are left out', async () => {
    await confirmEmail(request, site, signedIn);
    await mockAppointment(page, { transactionId: 'pi_1', payment: undefined });
    await page.reload();
    await expect(article).toContainText('pi_1');
    await expect(article).not.toContainText('Paid on');
    await expect(article).not.toContainText('emailed you');
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a receipt of a user with a confirmed address', async () => {
    await openNextPayment();
    await payWith(page, goodCard);
    await closeSuccess(page);
    for (const text of ['$5.00', 'Paid on', 'GMT+6', signedIn.name, 'Dhaka', inDays(4), 'emailed you'])
      await expect(article).toContainText(text);
    await expect(article).toContainText(/pi_\w+/);
    await expect(article).not.toContainText('Refunded');
    await expectAccessible(page);
  });
});
