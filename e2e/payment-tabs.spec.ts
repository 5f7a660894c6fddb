import { expectAccessible } from './support/accessible.ts';
import { payFor } from './support/pay-by-calls.ts';
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

test.use({ expectedErrors: [/status of (400|404|409)/] });

test('a second tab offers the way to the bank too, follows what is answered there by itself, and pays with another card', async ({
  page,
  context,
  openNext,
}) => {
  const second = await context.newPage();
  await openPayment(second, await openNext());
  await goToBank(page);
  await comeBackTo(second);
  await expect(second.getByText('Nothing has been charged yet.')).toBeVisible();
  await expect(continueToBank(second)).toBeVisible();
  await answerBank(page, 'Refuse');
  await expect(alert(page)).toHaveText(bankRefusal);
  await expect(alert(second)).toHaveText(bankRefusal);
  await payWith(second, goodCard);
  await expect(success(second)).toBeVisible();
  await comeBackTo(page);
  await expect(receipt(page)).toContainText('Paid');
});

test('whoever comes back to the page sees how the payment stands now', async ({
  page,
  context,
  signedIn,
  request,
  openNext,
}) => {
  const confirmations = confirmationsIn(context);
  let status = 'requires_action';
  const id = await openNext();
  await page.route('**/cards/v1/payment_intents/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status } });
  });

  await test.step('by every way of coming back', async () => {
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

  await test.step('the bank is still at work: the page looks again by itself, and takes no second payment', async () => {
    status = 'processing';
    await comeBackTo(page);
    await expect(page.getByText('still working on this payment')).toBeVisible();
    await expect(pay(page)).toHaveCount(0);
    await expectAccessible(page);
    status = 'requires_payment_method';
    await expect(pay(page)).toBeEnabled();
  });

  await test.step('the charge was given up: a new one is opened, what was typed stays, and it is said', async () => {
    await fillCard(page, goodCard);
    status = 'canceled';
    const renewed = page.waitForRequest('**/api/create-payment-intent');
    await comeBackTo(page);
    await renewed;
    await expect(page.getByText('Nothing was charged')).toBeVisible();
    await expect(alert(page)).toBeEmpty();
    await expect(page.locator('[name="cardNumber"]')).toHaveValue('4242 4242 4242 4242');
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('paid in another tab: the receipt takes the place of the form, and the focus', async () => {
    await payFor(request, signedIn, id);
    await page.locator('[name="cardCvc"]').focus();
    await comeBackTo(page);
    await expect(receipt(page)).toContainText('Paid');
    await expect(receipt(page).getByRole('heading', { name: 'Receipt' })).toBeFocused();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect(confirmations()).toBe(0);
  });

  await test.step('cancelled: there is nothing to pay for, for whoever presses Pay and for whoever comes back', async () => {
    const headers = { authorization: `Bearer ${signedIn.accessToken}` };
    const cancel = async (each: string) =>
      expect((await request.delete(`/api/appointments/${each}`, { headers })).status()).toBe(200);
    await cancel(await openNext());
    await payWith(page, goodCard);
    await expect(page.getByRole('main')).toContainText('Appointment not found');
    await expect(pay(page)).toHaveCount(0);

    await cancel(await openNext());
    await fillCard(page, goodCard);
    await comeBackTo(page);
    await expect(page.getByText('Appointment not found')).toBeFocused();
    await expectAccessible(page);
  });
});
