import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
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

test('paid in a second tab: the first shows the receipt when somebody comes back to it', async ({
  page,
  context,
  signedIn,
  request,
}) => {
  const id = await addAppointment(request, signedIn);
  const confirmations = confirmationsIn(context);
  await openPayment(page, id);
  const second = await context.newPage();
  await openPayment(second, id);
  await payWith(second, goodCard);
  await expect(success(second)).toBeVisible();

  await fillCard(page, goodCard);
  await comeBackTo(page);
  await expect(receipt(page)).toContainText('Paid');
  await expect(receipt(page).getByRole('heading', { name: 'Receipt' })).toBeFocused();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(confirmations()).toBe(1);
});

test.describe('what another tab has done is found by the press', () => {
  test.use({ expectedErrors: [/status of (400|404|409)/] });

  test('paid: nothing is charged a second time, and the receipt stands there', async ({
    paymentPage: page,
    context,
    appointmentId: id,
  }) => {
    const second = await context.newPage();
    await openPayment(second, id);
    await payWith(second, goodCard);
    const transactionId = /pi_\w+/.exec((await success(second).locator('p').textContent()) ?? '')?.[0] ?? '';
    await payWith(page, goodCard);
    await expect(receipt(page)).toBeVisible();
    await expect(receipt(page).getByText(transactionId, { exact: true })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  test('cancelled: there is nothing to pay for', async ({ paymentPage: page, context }) => {
    const second = await context.newPage();
    await second.goto('/dashboard/appointments');
    await second.getByRole('button', { name: 'Cancel' }).click();
    await second.getByRole('button', { name: 'Yes' }).click();
    await expect(second.getByRole('alertdialog')).toContainText('has been Cancelled');
    await payWith(page, goodCard);
    await expect(page.getByRole('main')).toContainText('Appointment not found');
    await expect(pay(page)).toHaveCount(0);
  });

  test('cancelled: whoever comes back reads so at once', async ({
    paymentPage: page,
    signedIn,
    request,
    appointmentId: id,
  }) => {
    const headers = { authorization: `Bearer ${signedIn.accessToken}` };
    expect((await request.delete(`/api/appointments/${id}`, { headers })).status()).toBe(200);
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
