import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import {
  alert,
  comeBackTo,
  confirmationsIn,
  fillCard,
  goodCard,
  openPayment,
  pay,
  payWith,
  receipt,
  success,
} from './support/payment.ts';
import { test } from './support/payment-test.ts';
import { expect } from './support/test.ts';

test.describe('paid in a second tab', () => {
  test.use({ expectedErrors: [/status of (400|409)/] });

  test('the first shows the receipt when somebody comes back to it, and charges nothing when they press Pay', async ({
    paymentPage: page,
    context,
    appointmentId: id,
  }) => {
    const confirmations = confirmationsIn(context);
    const second = await context.newPage();
    const third = await context.newPage();
    await openPayment(second, id);
    await openPayment(third, id);
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
    await expect(receipt(third)).toBeVisible();
    await expect(receipt(third).getByText(transactionId, { exact: true })).toBeVisible();
    await expect(third.getByRole('alertdialog')).toHaveCount(0);
  });
});

test.describe('what another tab has done is found by the press', () => {
  test.use({ expectedErrors: [/status of (400|404|409)/] });

  test('cancelled: there is nothing to pay for, and whoever comes back reads so at once', async ({
    paymentPage: page,
    signedIn,
    request,
    appointmentId: id,
  }) => {
    const other = await addAppointment(request, signedIn, { date: inDays(6) });
    const headers = { authorization: `Bearer ${signedIn.accessToken}` };
    const cancel = async (each: string) =>
      expect((await request.delete(`/api/appointments/${each}`, { headers })).status()).toBe(200);
    await cancel(id);
    await payWith(page, goodCard);
    await expect(page.getByRole('main')).toContainText('Appointment not found');
    await expect(pay(page)).toHaveCount(0);

    await openPayment(page, other);
    await cancel(other);
    await fillCard(page, goodCard);
    await comeBackTo(page);
    await expect(page.getByText('Appointment not found')).toBeFocused();
    await expectAccessible(page);
  });
});

test('a charge that was given up meanwhile: a new one is opened, what was typed stays, and it is said', async ({
  paymentPage: page,
}) => {
  await fillCard(page, goodCard);
  await page.route('**/cards/v1/payment_intents/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status: 'canceled' } });
  });
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

test('the bank is still at work: the page says so, looks again by itself, and takes no second payment', async ({
  page,
  signedIn,
  request,
}) => {
  const id = await addAppointment(request, signedIn);
  await page.route('**/cards/v1/payment_intents/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status: 'processing' } });
  });
  await page.goto(`/dashboard/payment/${id}`);
  await expect(page.getByText('still working on this payment')).toBeVisible();
  await expect(pay(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  await expect(pay(page)).toBeEnabled();
});

test('every way of coming back to a tab shows how the payment stands now', async ({ paymentPage: page }) => {
  let status = 'requires_action';
  await page.route('**/cards/v1/payment_intents/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status } });
  });
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
});
