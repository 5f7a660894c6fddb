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

test('the receipt tells what was paid, when and for what, alone on paper, and where it was sent', async ({
  page,
  site,
  signedIn,
  request,
  openNext,
}) => {
  const longName = 'Rahmatullah'.repeat(10).slice(0, 100);
  const id = await addAppointment(request, signedIn, { name: longName, center: longName, date: inDays(6) });
  const shown = receipt(page);

  await test.step('money that was given back is told with its day, and that no mail went to an address that is not confirmed', async () => {
    await told(page, {
      transactionId: `pi_${'0123456789abcdef'.repeat(3)}`,
      refunded: true,
      payment: { ...payment, refundedAt: '2026-11-23T08:00:00.000Z' },
    });
    await page.goto(`/dashboard/payment/${id}`);
    await expect(shown).toContainText('November 22, 2026 at 2:05 AM GMT+6');
    await expect(shown).toContainText('November 23, 2026 at 2:00 PM GMT+6');
    await expect(shown).toContainText('refunded the service charge to your card');
    await expect(shown).toContainText('We email receipts to confirmed addresses only.');
    await expect(shown).not.toContainText('emailed you this receipt');
    await expectAccessible(page);
  });

  await test.step('on paper it stands alone, black on white, on one page', async () => {
    let printed = 0;
    await page.exposeFunction('notePrint', () => (printed += 1));
    await page.evaluate('window.print = () => notePrint()');
    await page.getByRole('button', { name: 'Print receipt' }).click();
    await expect.poll(() => printed).toBe(1);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByText(site.url)).toBeVisible();
    await expect(shown.getByText('Blood Buddies', { exact: true })).toBeVisible();
    for (const away of ['banner', 'contentinfo', 'navigation', 'button', 'link'] as const)
      await expect(page.getByRole(away)).toHaveCount(0);
    await expect(shown).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(shown).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.emulateMedia({ media: null, colorScheme: null });
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    }
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('what is not known is left out', async () => {
    await confirmEmail(request, site, signedIn);
    await told(page, { transactionId: 'pi_1', payment: undefined });
    await page.reload();
    await expect(shown).toContainText('pi_1');
    await expect(shown).not.toContainText('Paid on');
    await expect(shown).not.toContainText('emailed you this receipt');
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('paid by somebody whose address is confirmed', async () => {
    await openNext();
    await payWith(page, goodCard);
    await success(page).getByRole('button', { name: 'OK' }).click();
    await page.getByRole('link', { name: 'Receipt' }).click();
    for (const text of [
      '$5.00',
      'Paid on',
      'GMT+6',
      signedIn.name,
      'Dhaka',
      inDays(4),
      'emailed you this receipt',
    ])
      await expect(shown).toContainText(text);
    await expect(shown).toContainText(/pi_\w+/);
    await expect(shown).not.toContainText('Refunded');
    await expectAccessible(page);
  });
});
