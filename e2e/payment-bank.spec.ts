import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { expectNoLayoutShift, recordLayoutShifts } from './support/layout-shift.ts';
import {
  alert,
  bankDecline,
  closeSuccess,
  continueToBank,
  expectBankPage,
  fillCard,
  goodCard,
  goToBank,
  interceptSave,
  openPayment,
  pay,
  payWith,
  receipt,
  respondAtBank,
  returnToTab,
  success,
  withLateWebhook,
} from './support/payment.ts';
import { test } from './support/payment-test.ts';
import { expect } from './support/test.ts';

/** Accepts at the bank and expects that the page saves the payment and shows the same transaction id. */
async function acceptAndSave(page: Page, id: string): Promise<void> {
  const saved = page.waitForRequest((sent) => sent.method() === 'PUT' && sent.url().endsWith(id));
  await respondAtBank(page, 'Accept');
  const { appointmentId, transactionId } = (await saved).postDataJSON();
  expect(appointmentId).toBe(id);
  expect(transactionId).toMatch(/^pi_\w+$/);
  await expect(success(page)).toContainText(`Your Transaction Id Is ${transactionId}`);
  await expect(page.getByRole('alertdialog')).toHaveCount(1);
}

test('[PAY-02] [PAY-03] [PAY-04] [API-09] the payer accepts or refuses at the bank, and the payment page shows the result', async ({
  page,
  signedIn,
  request,
  openNextPayment,
}) => {
  const id = await openNextPayment();
  await test.step("Back from the bank's page: nothing is charged, and the payer can return to the bank", async () => {
    await goToBank(page);
    await page.goBack();
    await expect(page.getByText('Nothing has been charged yet.')).toBeVisible();
    await expect(alert(page)).toBeEmpty();
    await expect(pay(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.reload();
    await continueToBank(page).click();
    await expectBankPage(page);
    await page.reload();
  });

  await test.step('before the webhook arrives the page saves the payment, and the URL is clean', async () => {
    await withLateWebhook(page);
    await acceptAndSave(page, id);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/dashboard/payment/${id}`);
    await closeSuccess(page);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step("Back leads to the payment page and not to the bank's", async () => {
    await page.goBack();
    await expect(receipt(page)).toContainText('Paid');
    await expect(page).toHaveURL(new RegExp(`/dashboard/payment/${id}$`));
  });

  await test.step('after the webhook has arrived the page still saves the payment', async () => {
    const id = await openNextPayment();
    await goToBank(page);
    const headers = { authorization: `Bearer ${signedIn.accessToken}` };
    // Holds back the appointment until the server has recorded the payment.
    await page.route('**/api/appointments/*', async (route) => {
      const known = async () =>
        (await (await request.get(`/api/appointments/${id}`, { headers })).json()).transactionId;
      if (route.request().method() === 'GET') await expect.poll(known).toBeTruthy();
      await route.fallback();
    });
    await acceptAndSave(page, id);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step("the payer refuses: the provider's message shows in red above the button", async () => {
    await closeSuccess(page);
    await page.setViewportSize({ width: 360, height: 640 });
    const id = await openNextPayment();
    await goToBank(page);
    await recordLayoutShifts(page);
    await respondAtBank(page, 'Refuse');
    await expect(alert(page)).toHaveText(bankDecline);
    await expect(alert(page)).toBeInViewport();
    await expectNoLayoutShift(page);
    await expect(page.locator('.bb-payment-status')).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`/dashboard/payment/${id}$`));
    await expectAccessible(page);
  });

  await test.step('the payer accepts, but the card is declined: the message shows', async () => {
    await goToBank(page, '4000008400001629');
    await respondAtBank(page, 'Accept');
    await expect(alert(page)).toHaveText('Your card was declined.');
    await expect(pay(page)).toBeEnabled();
  });

  await test.step("Back from the bank's page: the payer can use another card", async () => {
    await goToBank(page);
    await page.goBack();
    await expect(continueToBank(page)).toBeVisible();
    await expectNoLayoutShift(page);
    await page.getByRole('button', { name: 'Use another card' }).click();
    await expect(page.locator('[name="cardNumber"]')).toBeFocused();
    await fillCard(page, goodCard);
    await returnToTab(page);
    await expect(page.locator('[name="cardNumber"]')).toHaveValue('4242 4242 4242 4242');
    await pay(page).click();
    await expect(success(page)).toBeVisible();
  });
});

test('a second tab also links to the bank, shows the result automatically, and can pay with another card', async ({
  page,
  context,
  openNextPayment,
}) => {
  const second = await context.newPage();
  await openPayment(second, await openNextPayment());
  await goToBank(page);
  await returnToTab(second);
  await expect(second.getByText('Nothing has been charged yet.')).toBeVisible();
  await expect(continueToBank(second)).toBeVisible();
  await respondAtBank(page, 'Refuse');
  await expect(alert(page)).toHaveText(bankDecline);
  await expect(alert(second)).toHaveText(bankDecline);
  await payWith(second, goodCard);
  await expect(success(second)).toBeVisible();
  await returnToTab(page);
  await expect(receipt(page)).toContainText('Paid');
});

test.describe('errors after returning from the bank', () => {
  test.use({ expectedErrors: [/status of (404|409|503)|net::ERR/] });

  test('[PAY-03] the appointment is paid at most once, and the page shows the payment status', async ({
    page,
    signedIn,
    request,
    openNextPayment,
    nextAppointment,
  }) => {
    await test.step('a forged return URL changes nothing', async () => {
      const id = await nextAppointment();
      const query =
        'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1&redirect_status=succeeded';
      await page.goto(`/dashboard/payment/${id}?${query}`);
      await expect(pay(page)).toBeEnabled();
      await expect(alert(page)).toBeEmpty();
      await expect(page).toHaveURL(new RegExp(`/dashboard/payment/${id}$`));
    });

    await test.step('the save fails and the page is reloaded: the appointment is paid once', async () => {
      await goToBank(page);
      await withLateWebhook(page);
      const saveResponse = page.waitForResponse((response) => response.request().method() === 'PUT');
      await interceptSave(page, (route) => route.fulfill({ status: 503, json: {} }));
      await respondAtBank(page, 'Accept');
      await saveResponse;
      await page.unrouteAll({ behavior: 'wait' });
      await page.reload();
      await expect(receipt(page)).toContainText('Paid');
    });

    await test.step('the appointment is canceled during authentication: nothing is charged and nothing is left to pay', async () => {
      const id = await openNextPayment();
      await goToBank(page);
      const headers = { authorization: `Bearer ${signedIn.accessToken}` };
      expect((await request.delete(`/api/appointments/${id}`, { headers })).status()).toBe(200);
      await respondAtBank(page, 'Accept');
      await expect(page.getByText('Nothing was charged')).toBeVisible();
      await page.getByRole('link', { name: 'Back to Blood Buddies' }).click();
      await expect(page.getByRole('main')).toContainText('Appointment not found');
    });
  });
});
