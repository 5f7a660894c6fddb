import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import {
  alert,
  bankDecline,
  comeBackTo,
  continueToBank,
  fillCard,
  goodCard,
  goToBank,
  onBankPage,
  openPayment,
  pay,
  payWith,
  receipt,
  respondAtBank,
  success,
  whenSaving,
  withLateWebhook,
} from './support/payment.ts';
import { test } from './support/payment-test.ts';
import { expect } from './support/test.ts';

/** What the page saves once the payer has accepted at the bank; it says so with the same transaction. */
async function acceptAndSave(page: Page, id: string): Promise<void> {
  const saved = page.waitForRequest((sent) => sent.method() === 'PUT' && sent.url().endsWith(id));
  await respondAtBank(page, 'Accept');
  const { appointmentId, transactionId } = (await saved).postDataJSON();
  expect(appointmentId).toBe(id);
  expect(transactionId).toMatch(/^pi_\w+$/);
  await expect(success(page)).toContainText(`Your Transaction Id Is ${transactionId}`);
  await expect(page.getByRole('alertdialog')).toHaveCount(1);
}

test('[PAY-02] [PAY-03] [PAY-04] [API-09] the bank asks, the payer accepts or refuses: back on the page it is said', async ({
  page,
  signedIn,
  request,
  openNext,
}) => {
  const id = await openNext();
  await test.step("Back from the bank's page: nothing is charged, and the payer goes on to the bank", async () => {
    await goToBank(page);
    await page.goBack();
    await expect(page.getByText('Nothing has been charged yet.')).toBeVisible();
    await expect(alert(page)).toBeEmpty();
    await expect(pay(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.reload();
    await continueToBank(page).click();
    await onBankPage(page);
    await page.reload();
  });

  await test.step("before the provider's own message has come, it is the page that saves; the address is clean", async () => {
    await withLateWebhook(page);
    await acceptAndSave(page, id);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/dashboard/payment/${id}`);
    await success(page).getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/dashboard\/appointments$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step("after the provider's own message, the page saves all the same", async () => {
    const id = await openNext();
    await goToBank(page);
    const headers = { authorization: `Bearer ${signedIn.accessToken}` };
    // The page hears of the appointment only once the server knows that it is paid.
    await page.route('**/api/appointments/*', async (route) => {
      const known = async () =>
        (await (await request.get(`/api/appointments/${id}`, { headers })).json()).transactionId;
      if (route.request().method() === 'GET') await expect.poll(known).toBeTruthy();
      await route.fallback();
    });
    await acceptAndSave(page, id);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step("the payer refuses: the provider's words stand in red above the button", async () => {
    await success(page).getByRole('button', { name: 'OK' }).click();
    await page.setViewportSize({ width: 360, height: 640 });
    const id = await openNext();
    await goToBank(page);
    await respondAtBank(page, 'Refuse');
    await expect(alert(page)).toHaveText(bankDecline);
    await expect(alert(page)).toBeInViewport();
    await expect(page.locator('.bb-payment-status')).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`/dashboard/payment/${id}$`));
    await expectAccessible(page);
  });

  await test.step('accepted, but declined by the bank afterwards: its words', async () => {
    await goToBank(page, '4000008400001629');
    await respondAtBank(page, 'Accept');
    await expect(alert(page)).toHaveText('Your card was declined.');
    await expect(pay(page)).toBeEnabled();
  });

  await test.step("Back from the bank's page: another card pays instead", async () => {
    await goToBank(page);
    await page.goBack();
    await page.getByRole('button', { name: 'Use another card' }).click();
    await expect(page.locator('[name="cardNumber"]')).toBeFocused();
    await fillCard(page, goodCard);
    await comeBackTo(page);
    await expect(page.locator('[name="cardNumber"]')).toHaveValue('4242 4242 4242 4242');
    await pay(page).click();
    await expect(success(page)).toBeVisible();
  });
});

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
  await respondAtBank(page, 'Refuse');
  await expect(alert(page)).toHaveText(bankDecline);
  await expect(alert(second)).toHaveText(bankDecline);
  await payWith(second, goodCard);
  await expect(success(second)).toBeVisible();
  await comeBackTo(page);
  await expect(receipt(page)).toContainText('Paid');
});

test.describe('when something goes wrong on the way back', () => {
  test.use({ expectedErrors: [/status of (404|409|503)|net::ERR/] });

  test('[PAY-03] it is paid at most once, and the page says how it stands', async ({
    page,
    signedIn,
    request,
    openNext,
    nextAppointment,
  }) => {
    await test.step('an address that somebody made up changes nothing', async () => {
      const id = await nextAppointment();
      const query =
        'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1&redirect_status=succeeded';
      await page.goto(`/dashboard/payment/${id}?${query}`);
      await expect(pay(page)).toBeEnabled();
      await expect(alert(page)).toBeEmpty();
      await expect(page).toHaveURL(new RegExp(`/dashboard/payment/${id}$`));
    });

    await test.step('the saving fails and the page is loaded again: it is paid, once', async () => {
      await goToBank(page);
      await withLateWebhook(page);
      const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await whenSaving(page, (route) => route.fulfill({ status: 503, json: {} }));
      await respondAtBank(page, 'Accept');
      await refused;
      await page.unrouteAll({ behavior: 'wait' });
      await page.reload();
      await expect(receipt(page)).toContainText('Paid');
    });

    await test.step('the appointment was cancelled meanwhile: nothing is charged, and nothing is left to pay', async () => {
      const id = await openNext();
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
