import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import {
  alert,
  answerBank,
  bankRefusal,
  comeBackTo,
  confirmationsIn,
  continueToBank,
  fillCard,
  goodCard,
  goToBank,
  openPayment,
  pay,
  payWith,
  receipt,
  success,
} from './support/payment.ts';
import { test } from './support/payment-test.ts';
import { expect } from './support/test.ts';

/** The provider tells this status of a charge, whatever it is. */
async function fakeStatus(page: Page, status: () => string): Promise<void> {
  await page.route('**/cards/v1/payment_intents/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status: status() } });
  });
}

test.use({ expectedErrors: [/status of (400|404|409)/] });

test('what is answered at the bank and paid in one tab is shown in every other, and charged once', async ({
  page,
  context,
  openNext,
}) => {
  const second = await context.newPage();

  await test.step('a second tab offers the way to the bank too, and follows what is answered there', async () => {
    await openPayment(second, await openNext());
    await goToBank(page);
    await comeBackTo(second);
    await expect(continueToBank(second)).toBeVisible();
    await answerBank(page, 'Refuse');
    await expect(alert(page)).toHaveText(bankRefusal);
    await comeBackTo(second);
    await expect(alert(second)).toHaveText(bankRefusal);
    await payWith(second, goodCard);
    await expect(success(second)).toBeVisible();
    await comeBackTo(page);
    await expect(receipt(page)).toContainText('Paid');
  });

  await test.step('paid in the second: the first shows the receipt to whoever comes back, a third to whoever presses Pay', async () => {
    const id = await openNext();
    const third = await context.newPage();
    await openPayment(second, id);
    await openPayment(third, id);
    const confirmations = confirmationsIn(context);
    await payWith(second, goodCard);
    const transactionId = /pi_\w+/.exec((await success(second).locator('p').textContent()) ?? '')?.[0] ?? '';
    expect(confirmations()).toBe(1);

    await fillCard(page, goodCard);
    await comeBackTo(page);
    await expect(receipt(page)).toContainText('Paid');
    await expect(receipt(page).getByRole('heading', { name: 'Receipt' })).toBeFocused();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect(confirmations()).toBe(1);

    await payWith(third, goodCard);
    await expect(receipt(third).getByText(transactionId, { exact: true })).toBeVisible();
    await expect(third.getByRole('alertdialog')).toHaveCount(0);
    await third.close();
  });

  await test.step('a second window beside follows by itself what is answered at the bank', async () => {
    await openPayment(second, await openNext());
    await goToBank(page);
    await comeBackTo(second);
    await expect(second.getByText('Nothing has been charged yet.')).toBeVisible();
    await answerBank(page, 'Accept');
    await expect(success(page)).toBeVisible();
    await expect(receipt(second)).toContainText('Paid');
    await expect(second.getByRole('alertdialog')).toHaveCount(0);
  });
});

test('whoever comes back to the page sees how the payment stands now', async ({
  page,
  signedIn,
  request,
  openNext,
  nextAppointment,
}) => {
  await openNext();

  await test.step('by every way of coming back', async () => {
    let status = 'requires_action';
    await fakeStatus(page, () => status);
    const bankAsks = page.getByText('Your bank wants to confirm');
    await comeBackTo(page);
    await expect(bankAsks).toBeVisible();
    status = 'requires_payment_method';
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(pay(page)).toBeEnabled();
    status = 'requires_action';
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(bankAsks).toBeVisible();
    status = 'requires_payment_method';
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(pay(page)).toBeEnabled();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('the charge was given up: a new one is opened, what was typed stays, and it is said', async () => {
    await fillCard(page, goodCard);
    await fakeStatus(page, () => 'canceled');
    const renewed = page.waitForRequest('**/api/create-payment-intent');
    await comeBackTo(page);
    await renewed;
    await expect(page.getByText('Nothing was charged')).toBeVisible();
    await expect(alert(page)).toBeEmpty();
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    await pay(page).click();
    await expect(success(page)).toBeVisible();
  });

  const id = await nextAppointment();
  await test.step('the bank is still at work: the page looks again by itself, and takes no second payment', async () => {
    await fakeStatus(page, () => 'processing');
    await page.goto(`/dashboard/payment/${id}`);
    await expect(page.getByText('still working on this payment')).toBeVisible();
    await expect(pay(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    await expect(pay(page)).toBeEnabled();
  });

  await test.step('cancelled: there is nothing to pay for, and whoever comes back reads so at once', async () => {
    const headers = { authorization: `Bearer ${signedIn.accessToken}` };
    const cancel = async (each: string) =>
      expect((await request.delete(`/api/appointments/${each}`, { headers })).status()).toBe(200);
    await cancel(id);
    await payWith(page, goodCard);
    await expect(page.getByRole('main')).toContainText('Appointment not found');
    await expect(pay(page)).toHaveCount(0);

    const other = await openNext();
    await cancel(other);
    await fillCard(page, goodCard);
    await comeBackTo(page);
    await expect(page.getByText('Appointment not found')).toBeFocused();
    await expectAccessible(page);
    await page.goto('/dashboard/payment/0000');
    await expect(page.getByRole('main')).toContainText('Appointment not found');
    await expect(pay(page)).toHaveCount(0);
  });
});
