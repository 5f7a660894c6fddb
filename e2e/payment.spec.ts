import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { untilAlive } from './support/alive.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import {
  alert,
  confirmation,
  confirmationsIn,
  fillCard,
  goodCard,
  holdAnswer,
  pay,
  payWith,
  receipt,
  success,
} from './support/payment.ts';
import { test } from './support/payment-test.ts';
import { expect } from './support/test.ts';

const date = inDays(4);

test('[PAY-01] [PAY-02] [PAY-03] [APT-02] a card pays the appointment, and the table says so', async ({
  page,
  signedIn,
  request,
}) => {
  await addAppointment(request, signedIn);
  await page.goto('/dashboard/appointments');
  await page.getByRole('link', { name: 'Payment' }).click();
  await expect(page.getByRole('main')).toContainText('Dhaka');
  await expect(page.getByRole('main')).toContainText(date);
  await expect(page.getByRole('main')).toContainText('$5');
  await expect(pay(page)).toBeEnabled();
  await expect(page.locator('[name="cardNumber"]')).toHaveAttribute('autocomplete', 'cc-number');
  await expect(page.locator('[name="cardExpiry"]')).toHaveAttribute('autocomplete', 'cc-exp');
  await expect(page.locator('[name="cardCvc"]')).toHaveAttribute('autocomplete', 'cc-csc');
  await expectAccessible(page);
  await fillCard(page, '4242424242424242');
  await expect(page.locator('[name="cardNumber"]')).toHaveValue('4242 4242 4242 4242');
  const confirmations = confirmationsIn(page.context());
  const method = page.waitForRequest((sent) => sent.url().includes('/cards/v1/payment_methods'));
  await pay(page).dblclick();
  const billing = new URLSearchParams((await method).postData() ?? '');
  expect(billing.get('billing_details[email]')).toBe(signedIn.email);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Payment Successful');
  expect(confirmations()).toBe(1);
  await expect(dialog).toContainText(/Your Transaction Id Is pi_\w+/);
  await expectAccessible(page);
  const transactionId = /pi_[0-9a-f]+/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
  await dialog.getByRole('button', { name: 'OK' }).click();

  await expect(page).toHaveURL(/\/dashboard\/appointments$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const row = page.getByRole('row').filter({ hasText: date });
  const badge = row.getByText('Paid', { exact: true });
  await expect(badge).toHaveAttribute('title', transactionId);
  await expect(row.getByRole('link', { name: 'Payment' })).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expectAccessible(page);
  await row.getByRole('link', { name: 'Receipt' }).click();
  await expect(receipt(page)).toContainText(transactionId);
  await expect(page.locator('[name="cardNumber"]')).toHaveCount(0);

  await page.goBack();
  await expect(badge).toBeVisible();
  await page.goBack();
  await expect(receipt(page)).toBeVisible();
});

test('after success the Back button leads nowhere strange, and the keyboard keeps its place', async ({
  page,
  signedIn,
  request,
}) => {
  await addAppointment(request, signedIn);
  await page.goto('/dashboard/appointments');
  const link = page.getByRole('link', { name: 'Payment' });
  await untilAlive(link);
  await link.click();
  await fillCard(page, '4242424242424242');
  await page.locator('[name="cardCvc"]').press('Enter');
  await expect(success(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/appointments$/);
  await success(page).getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard\/appointments$/);
});

test('[PAY-01] the button waits for the client secret', async ({ page, signedIn, request }) => {
  const id = await addAppointment(request, signedIn);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/create-payment-intent', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ price: 5, appointmentId: id });
    await held.promise;
    await route.continue();
  });
  await page.goto(`/dashboard/payment/${id}`);
  await expect(pay(page)).toBeDisabled();
  await expectAccessible(page);
  held.resolve();
  await expect(pay(page)).toBeEnabled();
});

test.describe('refused cards', () => {
  test.use({ expectedErrors: [/status of 402/] });

  test("[PAY-04] the provider's message stands in red above the button for each of seven cards, and another card pays", async ({
    paymentPage: page,
  }) => {
    await expect(alert(page)).toBeEmpty();
    for (const [number, words, field] of [
      ['4000000000000002', /declined/i],
      ['4000000000009995', /insufficient funds/i],
      ['4000000000000069', /expired/i, 'cardExpiry'],
      ['4000000000000127', /security code/i, 'cardCvc'],
      ['4000000000000119', /processing/i],
      ['4539148803436467', /test mode/i],
      ['4242424242424241', /number is incorrect/i, 'cardNumber'],
    ] as const)
      await test.step(number, async () => {
        await payWith(page, number);
        await expect(alert(page)).toHaveText(words);
        await expect(alert(page)).toHaveCSS('color', red);
        const above = (await alert(page).boundingBox())?.y ?? 0;
        expect(above).toBeLessThan((await pay(page).boundingBox())?.y ?? 0);
        await expectGoingOn(page, field);
        await expectAccessible(page);
      });
    await payWith(page, goodCard);
    await expect(success(page)).toBeVisible();
  });
});

const red = 'rgb(181, 18, 31)';

/** The focus is where a person goes on: in the field that the message speaks of, else at the message. */
async function expectGoingOn(page: Page, field: string | undefined) {
  const wrong = page.locator('[aria-invalid="true"]');
  if (!field) {
    await expect(wrong).toHaveCount(0);
    await expect(page.locator('.bb-pay-told')).toBeFocused();
    return;
  }
  await expect(wrong).toHaveAttribute('name', field);
  await expect(wrong).toBeFocused();
  await expect(wrong).toHaveAccessibleDescription((await alert(page).textContent()) ?? '');
}

test('by keyboard alone: an unfinished card is told at its field, and Enter in a field pays', async ({
  paymentPage: page,
  context,
}) => {
  const confirmations = confirmationsIn(context);
  await page.locator('[name="cardNumber"]').focus();
  await page.keyboard.type('4242 4242 4242 4242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1240');
  await page.keyboard.press('Enter');
  await expect(alert(page)).toHaveText("Your card's security code is incomplete.");
  await expectGoingOn(page, 'cardCvc');
  expect(confirmations()).toBe(0);
  await page.keyboard.type('123');
  // Else the second Enter may come when the good news is told, and close it.
  const answer = await holdAnswer(page, confirmation);
  await page.keyboard.press('Enter');
  await answer.reached;
  await page.keyboard.press('Enter');
  answer.letGo();
  await expect(success(page)).toBeVisible();
  expect(confirmations()).toBe(1);
});

test.describe('nothing to pay', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('an appointment that is not one’s own is not found', async ({ page, signedIn }) => {
    expect(signedIn.email).toBeTruthy();
    await page.goto('/dashboard/payment/0000');
    await expect(page.getByRole('main')).toContainText(/not found|no appointment/i);
    await expect(pay(page)).toHaveCount(0);
    await expectAccessible(page);
  });
});
