import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import {
  alert,
  answerBank,
  comeBackTo,
  fillCard,
  goodCard,
  goToBank,
  onBanksPage,
  openPayment,
  pay,
  payWith,
  receipt,
  success,
  whenSaving,
  withLateWebhook,
} from './support/payment.ts';
import { test } from './support/payment-test.ts';
import { expect } from './support/test.ts';

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue to your bank' });
const otherCard = (page: Page) => page.getByRole('button', { name: 'Use another card' });
const refusal =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

test('[PAY-02] [PAY-03] the bank asks, the payer accepts: back on the page it is said, and the address is clean', async ({
  paymentPage: page,
  appointmentId: id,
}) => {
  await goToBank(page);
  await answerBank(page, 'Accept');
  await expect(success(page)).toContainText(/Your Transaction Id Is pi_\w+/);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/dashboard/payment/${id}`);
  await success(page).getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/dashboard\/appointments$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test("[PAY-03] before the provider's own message has come, it is the page that saves", async ({
  paymentPage: page,
  appointmentId: id,
}) => {
  await goToBank(page);
  await withLateWebhook(page);
  const saved = page.waitForRequest((sent) => sent.method() === 'PUT' && sent.url().endsWith(id));
  await answerBank(page, 'Accept');
  const { appointmentId, transactionId } = (await saved).postDataJSON();
  expect(appointmentId).toBe(id);
  await expect(success(page)).toContainText(transactionId);
});

test("[PAY-03] [API-09] after the provider's own message, the page saves all the same", async ({
  paymentPage: page,
  appointmentId: id,
  request,
  signedIn,
}) => {
  await goToBank(page);
  const saved = page.waitForRequest((sent) => sent.method() === 'PUT' && sent.url().endsWith(id));
  const headers = { authorization: `Bearer ${signedIn.accessToken}` };
  // The page hears of the appointment only once the server knows that it is paid.
  await page.route('**/api/appointments/*', async (route) => {
    const known = async () =>
      (await (await request.get(`/api/appointments/${id}`, { headers })).json()).transactionId;
    if (route.request().method() === 'GET') await expect.poll(known).toBeTruthy();
    await route.fallback();
  });
  await answerBank(page, 'Accept');
  const { appointmentId, transactionId } = (await saved).postDataJSON();
  expect(appointmentId).toBe(id);
  await expect(success(page)).toContainText(transactionId);
  await expect(page.getByRole('alertdialog')).toHaveCount(1);
});

test("[PAY-04] the payer refuses: the provider's words stand in red above the button, and another card pays", async ({
  page,
  signedIn,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const id = await addAppointment(request, signedIn);
  await openPayment(page, id);
  await goToBank(page);
  await answerBank(page, 'Refuse');
  await expect(alert(page)).toHaveText(refusal);
  await expect(alert(page)).toBeInViewport();
  await expect(page.locator('.bb-pay-told')).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/dashboard/payment/${id}$`));
  await expectAccessible(page);
  await payWith(page, goodCard);
  await expect(success(page)).toBeVisible();
});

test('[PAY-04] accepted, but declined by the bank afterwards: its words, and another card', async ({
  paymentPage: page,
}) => {
  await goToBank(page, '4000008400001629');
  await answerBank(page, 'Accept');
  await expect(alert(page)).toHaveText('Your card was declined.');
  await expect(pay(page)).toBeEnabled();
});

test("Back from the bank's page: nothing is charged, and the payer goes on to the bank", async ({
  paymentPage: page,
}) => {
  await goToBank(page);
  await page.goBack();
  await expect(page.getByText('Nothing has been charged yet.')).toBeVisible();
  await expect(alert(page)).toBeEmpty();
  await expect(pay(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await goOn(page).click();
  await onBanksPage(page);
  await page.reload();
  await answerBank(page, 'Accept');
  await expect(success(page)).toBeVisible();
});

test("Back from the bank's page: another card pays instead", async ({ paymentPage: page }) => {
  await goToBank(page);
  await page.goBack();
  await otherCard(page).click();
  await expect(page.locator('[name="cardNumber"]')).toBeFocused();
  await fillCard(page, goodCard);
  await comeBackTo(page);
  await expect(page.locator('[name="cardNumber"]')).toHaveValue('4242 4242 4242 4242');
  await pay(page).click();
  await expect(success(page)).toBeVisible();
});

test('a second tab offers the way to the bank too, and follows what is answered there', async ({
  paymentPage: page,
  context,
  appointmentId: id,
}) => {
  const second = await context.newPage();
  await openPayment(second, id);
  await goToBank(page);
  await comeBackTo(second);
  await expect(goOn(second)).toBeVisible();
  await answerBank(page, 'Refuse');
  await expect(alert(page)).toHaveText(refusal);
  await comeBackTo(second);
  await expect(alert(second)).toHaveText(refusal);
  await payWith(second, goodCard);
  await expect(success(second)).toBeVisible();
  await comeBackTo(page);
  await expect(receipt(page)).toContainText('Paid');
});

test('a second window beside follows by itself what is answered at the bank', async ({
  paymentPage: page,
  context,
  appointmentId: id,
}) => {
  const second = await context.newPage();
  await openPayment(second, id);
  await goToBank(page);
  await comeBackTo(second);
  await expect(second.getByText('Nothing has been charged yet.')).toBeVisible();
  await answerBank(page, 'Accept');
  await expect(success(page)).toBeVisible();
  await expect(receipt(second)).toContainText('Paid');
  await expect(second.getByRole('alertdialog')).toHaveCount(0);
});

test.describe('when something goes wrong on the way back', () => {
  test.use({ expectedErrors: [/status of (403|404|409|503)|net::ERR/] });

  test('the saving fails and the page is loaded again: it is paid, once', async ({ paymentPage: page }) => {
    await goToBank(page);
    await withLateWebhook(page);
    const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await whenSaving(page, (route) => route.fulfill({ status: 503, json: {} }));
    await answerBank(page, 'Accept');
    await refused;
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await expect(receipt(page)).toContainText('Paid');
  });

  test('[PAY-03] the session ends before the saving: the sign-in page says what became of the money', async ({
    paymentPage: page,
  }) => {
    await goToBank(page);
    await withLateWebhook(page);
    await whenSaving(page, (route) => route.fulfill({ status: 403, json: {} }));
    await answerBank(page, 'Accept');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('alertdialog')).toContainText('Your card was charged $5');
  });

  test('the appointment was cancelled meanwhile: nothing is charged, and nothing is left to pay', async ({
    paymentPage: page,
    signedIn,
    request,
    appointmentId: id,
  }) => {
    await goToBank(page);
    const headers = { authorization: `Bearer ${signedIn.accessToken}` };
    expect((await request.delete(`/api/appointments/${id}`, { headers })).status()).toBe(200);
    await answerBank(page, 'Accept');
    await expect(page.getByText('Nothing was charged')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Blood Buddies' }).click();
    await expect(page.getByRole('main')).toContainText('Appointment not found');
  });

  test('an address that somebody made up changes nothing', async ({ page, signedIn, request }) => {
    const id = await addAppointment(request, signedIn);
    const query = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1&redirect_status=succeeded';
    await page.goto(`/dashboard/payment/${id}?${query}`);
    await expect(pay(page)).toBeEnabled();
    await expect(alert(page)).toBeEmpty();
    await expect(page).toHaveURL(new RegExp(`/dashboard/payment/${id}$`));
  });
});
