import { expectAccessible } from './support/accessible.ts';
import { payThroughApi } from './support/pay-through-api.ts';
import {
  alert,
  backToAppointments,
  closeSuccess,
  confirmUrl,
  countConfirmations,
  delayResponse,
  fillCard,
  goodCard,
  interceptSave,
  pay,
  payWith,
  receipt,
  returnToTab,
  success,
} from './support/payment.ts';
import { test } from './support/payment-test.ts';
import { expect } from './support/test.ts';

const retry = { name: 'Try again' };

test.use({ expectedErrors: [/status of (400|401|403|404|409|503)|net::ERR|Failed to fetch/] });

test('a connection lost during the payment keeps the typed text, and the card is charged once', async ({
  page,
  context,
  nextAppointment,
  openNextPayment,
}) => {
  const confirmations = countConfirmations(context);

  await test.step('an unavailable provider shows an error, and the page works once it is back', async () => {
    await page.clock.install();
    await page.route('**/cards/v1/**', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(`/dashboard/payment/${await nextAppointment()}`);
    await expect(alert(page)).toContainText('The card provider did not respond');
    await expect(pay(page)).toHaveCount(0);
    await expectAccessible(page);
    // The page also checks again every few seconds. Its button would be gone before a slow machine clicks it.
    await page.clock.pauseAt(Date.now() + 1000);
    await expect(page.getByRole('button', retry)).toBeEnabled();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', retry).click();
    await page.clock.resume();
    await expect(pay(page)).toBeEnabled();
  });

  await test.step('a connection lost before the card is sent: the card can be sent again', async () => {
    await fillCard(page, goodCard);
    await context.setOffline(true);
    await pay(page).click();
    await expect(alert(page)).toContainText("You're offline. When you reconnect, press Pay again.");
    await expect(page.locator('[name="cardNumber"]')).toHaveValue('4242 4242 4242 4242');
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(alert(page)).toContainText('Press Pay again. You will not be charged twice.');
    expect(confirmations()).toBe(0);
  });

  await test.step('a response lost after the charge: the page finds the payment and saves it', async () => {
    await page.route(confirmUrl, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await pay(page).click();
    await expect(success(page)).toBeVisible();
    expect(confirmations()).toBe(1);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('leaving during the payment: returning shows the receipt', async () => {
    await closeSuccess(page);
    await openNextPayment();
    const { responded, release } = await delayResponse(page, confirmUrl);
    await payWith(page, goodCard);
    await expect(pay(page)).toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page);
    await pay(page).click({ force: true });
    await page.locator('[name="cardCvc"]').press('Enter');
    await responded;
    await page.getByRole('link', { name: 'Photo Gallery' }).click();
    await expect(page).toHaveURL(/gallery/);
    release();
    await success(page).getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/gallery/);
    await page.goBack();
    await expect(receipt(page)).toContainText('Paid');
    expect(confirmations()).toBe(2);
  });
});

// web/features/payment/checkout.test.ts tests the other ways in which saving can fail.
test('[PAY-03] a charged payment that fails to save is saved later without a second charge and with one message', async ({
  page,
  context,
  openNextPayment,
}) => {
  const confirmations = countConfirmations(context);

  await test.step('the page shows an error and saves as soon as the connection is back', async () => {
    await openNextPayment();
    await interceptSave(page, async (route) => {
      await context.setOffline(true);
      await route.abort('internetdisconnected');
    });
    await payWith(page, goodCard);
    await expect(page.getByRole('button', retry)).toBeVisible();
    await expect(alert(page)).toContainText('Your card was charged');
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    await context.setOffline(false);
    await expect(receipt(page)).toContainText('Paid');
    await closeSuccess(page);
    await backToAppointments(page).click();
    await expect(page).toHaveURL(/\/dashboard\/appointments$/);
    await page.goBack();
    await expect(receipt(page)).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect(confirmations()).toBe(1);
  });

  await test.step('the session ends: the login page says that the card was charged', async () => {
    await openNextPayment();
    await page.route('**/api/**', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 401,
            json: { error: { code: 'not-signed-in', message: 'Sign in again.' } },
          })
        : route.fallback(),
    );
    await payWith(page, goodCard);
    await expect(page).toHaveURL(/\/login$/);
    const ended = page.getByRole('alertdialog').filter({ hasText: 'Your session has expired' });
    await expect(ended).toContainText('Your card was charged');
    await expectAccessible(page);
    await ended.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});

test('returning to the payment page shows the current payment status', async ({
  page,
  context,
  signedIn,
  request,
  openNextPayment,
}) => {
  const confirmations = countConfirmations(context);
  let status = 'requires_payment_method';
  const id = await openNextPayment();
  await page.route('**/cards/v1/payment_intents/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status } });
  });

  await test.step('with every way to return', async () => {
    const authenticationNote = page.getByText('Your bank asks you to confirm this payment');
    for (const returnEvent of [
      "dispatchEvent(new Event('focus'))",
      "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
      "document.dispatchEvent(new Event('visibilitychange'))",
      "dispatchEvent(new Event('online'))",
    ]) {
      // The page does not poll an open payment, so only the return event refreshes it.
      status = 'requires_action';
      await page.evaluate(returnEvent);
      await expect(authenticationNote, returnEvent).toBeVisible();
      status = 'requires_payment_method';
      await returnToTab(page);
      await expect(pay(page)).toBeEnabled();
    }
  });

  await test.step('the bank is processing: the page checks again automatically and accepts no second payment', async () => {
    status = 'processing';
    await returnToTab(page);
    await expect(page.getByText('Your bank is still processing this payment')).toBeVisible();
    await expect(pay(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Check now' }).focus();
    status = 'requires_payment_method';
    await expect(pay(page)).toBeEnabled();
    await expect(page.locator('[name="cardNumber"]'), 'the focus of the button that is gone').toBeFocused();
  });

  await test.step('a canceled payment is replaced by a new one with a message, and the typed text stays', async () => {
    await fillCard(page, goodCard);
    status = 'canceled';
    const renewed = page.waitForRequest('**/api/create-payment-intent');
    await returnToTab(page);
    await renewed;
    await expect(page.getByText('nothing was charged')).toBeVisible();
    await expect(alert(page)).toBeEmpty();
    await expect(page.locator('[name="cardNumber"]')).toHaveValue('4242 4242 4242 4242');
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('paid in another tab: the receipt replaces the form and takes the focus', async () => {
    await payThroughApi(request, signedIn, id);
    await page.locator('[name="cardCvc"]').focus();
    await returnToTab(page);
    await expect(receipt(page)).toContainText('Paid');
    await expect(receipt(page).getByRole('heading', { name: 'Thank you' })).toBeFocused();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect(confirmations()).toBe(0);
  });

  await test.step('a canceled appointment cannot be paid, neither by pressing Pay nor after returning', async () => {
    const headers = { authorization: `Bearer ${signedIn.accessToken}` };
    const cancel = async (id: string) =>
      expect((await request.delete(`/api/appointments/${id}`, { headers })).status()).toBe(200);
    await cancel(await openNextPayment());
    await payWith(page, goodCard);
    await expect(page.getByRole('main')).toContainText('Appointment not found');
    await expect(pay(page)).toHaveCount(0);

    await cancel(await openNextPayment());
    await fillCard(page, goodCard);
    await returnToTab(page);
    await expect(page.getByText('Appointment not found')).toBeFocused();
    await expectAccessible(page);
  });
});
