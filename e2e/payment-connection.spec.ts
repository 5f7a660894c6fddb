import { expectAccessible } from './support/accessible.ts';
import { payFor } from './support/pay-through-api.ts';
import {
  alert,
  comeBackTo,
  confirmation,
  confirmationsIn,
  delayResponse,
  fillCard,
  goodCard,
  pay,
  payWith,
  receipt,
  success,
  whenSaving,
} from './support/payment.ts';
import { test } from './support/payment-test.ts';
import { expect } from './support/test.ts';

const retry = { name: 'Try again' };

test.use({ expectedErrors: [/status of (400|401|403|404|409|503)|net::ERR|Failed to fetch/] });

test('the line is lost on the way to the charge: nothing typed is lost, and it is charged once', async ({
  page,
  context,
  nextAppointment,
  openNext,
}) => {
  const confirmations = confirmationsIn(context);

  await test.step('a provider that is away: the page says so, and opens once it is back', async () => {
    await page.route('**/cards/v1/**', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(`/dashboard/payment/${await nextAppointment()}`);
    await expect(alert(page)).toContainText('The card provider did not respond');
    await expect(pay(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', retry).click();
    await expect(pay(page)).toBeEnabled();
  });

  await test.step('lost before the card arrives: the card can be sent again', async () => {
    await fillCard(page, goodCard);
    await context.setOffline(true);
    await pay(page).click();
    await expect(alert(page)).toContainText("You're offline. Nothing is lost");
    await expect(page.locator('[name="cardNumber"]')).toHaveValue('4242 4242 4242 4242');
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(alert(page)).toContainText('Press Pay again. You will not be charged twice.');
    expect(confirmations()).toBe(0);
  });

  await test.step('the answer is lost after the charge: it is found out, and saved', async () => {
    await page.route(confirmation, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await pay(page).click();
    await expect(success(page)).toBeVisible();
    expect(confirmations()).toBe(1);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('leaving in the middle loses nothing: coming back shows the receipt', async () => {
    await success(page).getByRole('button', { name: 'OK' }).click();
    await openNext();
    const { reached, letGo } = await delayResponse(page, confirmation);
    await payWith(page, goodCard);
    await expect(pay(page)).toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page);
    await pay(page).click({ force: true });
    await page.locator('[name="cardCvc"]').press('Enter');
    await reached;
    await page.getByRole('link', { name: 'Photo Gallery' }).click();
    await expect(page).toHaveURL(/gallery/);
    letGo();
    await success(page).getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/gallery/);
    await page.goBack();
    await expect(receipt(page)).toContainText('Paid');
    expect(confirmations()).toBe(2);
  });
});

// web/features/payment/checkout.test.ts has every other way in which the saving fails.
test('[PAY-03] the charge is made, the saving fails: it is saved without a second charge, and told once', async ({
  page,
  context,
  openNext,
}) => {
  const confirmations = confirmationsIn(context);

  await test.step('the page says so, and saves as soon as the line is back', async () => {
    await openNext();
    await whenSaving(page, async (route) => {
      await context.setOffline(true);
      await route.abort('internetdisconnected');
    });
    await payWith(page, goodCard);
    await expect(page.getByRole('button', retry)).toBeVisible();
    await expect(alert(page)).toContainText('Your card was charged $5');
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    await context.setOffline(false);
    await expect(receipt(page)).toContainText('Paid');
    await success(page).getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/dashboard\/appointments$/);
    await page.goBack();
    await expect(receipt(page)).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect(confirmations()).toBe(1);
  });

  await test.step('the session ends: the sign-in page says what became of the money', async () => {
    await openNext();
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
    await expect(ended).toContainText('Your card was charged $5');
    await expectAccessible(page);
    await ended.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});

test('whoever comes back to the page sees how the payment stands now', async ({
  page,
  context,
  signedIn,
  request,
  openNext,
}) => {
  const confirmations = confirmationsIn(context);
  let status = 'requires_payment_method';
  const id = await openNext();
  await page.route('**/cards/v1/payment_intents/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status } });
  });

  await test.step('by every way of coming back', async () => {
    const bankAsks = page.getByText('Your bank asks you to confirm');
    for (const comeBack of [
      "dispatchEvent(new Event('focus'))",
      "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
      "document.dispatchEvent(new Event('visibilitychange'))",
      "dispatchEvent(new Event('online'))",
    ]) {
      // An open charge is not looked at by itself: only coming back finds out.
      status = 'requires_action';
      await page.evaluate(comeBack);
      await expect(bankAsks, comeBack).toBeVisible();
      status = 'requires_payment_method';
      await comeBackTo(page);
      await expect(pay(page)).toBeEnabled();
    }
  });

  await test.step('the bank is still at work: the page looks again by itself, and takes no second payment', async () => {
    status = 'processing';
    await comeBackTo(page);
    await expect(page.getByText('still processing this payment')).toBeVisible();
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
