import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import { expect, test } from './support/test.ts';

const date = inDays(4);

async function openPayment(page: Page, id: string) {
  await page.goto(`/dashboard/payment/${id}`);
  await expect(pay(page)).toBeEnabled();
}

async function fillCard(page: Page, number: string) {
  await page.locator('[name="cardNumber"]').fill(number);
  await page.locator('[name="cardExpiry"]').fill('12 / 40');
  await page.locator('[name="cardCvc"]').fill('123');
}
const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });

test('[PAY-01] [PAY-02] [PAY-03] [APT-02] a card pays the appointment, and the table says so', async ({
  page,
  signedIn,
  request,
}) => {
  const id = await addAppointment(request, signedIn);
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
  const method = page.waitForRequest((sent) => sent.url().includes('/cards/v1/payment_methods'));
  await pay(page).dblclick();
  const billing = new URLSearchParams((await method).postData() ?? '');
  expect(billing.get('billing_details[email]')).toBe(signedIn.email);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Payment Successful');
  await expect(dialog).toContainText(/Your Transaction Id Is pi_\w+/);
  await expectAccessible(page);
  const transactionId = /pi_[0-9a-f]+/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
  await dialog.getByRole('button', { name: 'OK' }).click();

  await page.goto('/dashboard/appointments');
  const row = page.getByRole('row').filter({ hasText: date });
  const badge = row.getByText('Paid', { exact: true });
  await expect(badge).toHaveAttribute('title', transactionId);
  await expect(row.getByRole('link', { name: 'Payment' })).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(`/dashboard/payment/${id}`);
  await expect(page.getByRole('main')).toContainText(/paid/i);
  await expect(page.locator('[name="cardNumber"]')).toHaveCount(0);
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

  for (const [number, words] of [
    ['4000000000000002', /declined/i],
    ['4000000000009995', /insufficient funds/i],
    ['4000000000000069', /expired/i],
    ['4000000000000127', /security code/i],
    ['4000000000000119', /processing/i],
    ['4539148803436467', /./],
  ] as const) {
    test(`[PAY-04] ${number}: the provider's message stands in red above the button, and another card pays`, async ({
      page,
      signedIn,
      request,
    }) => {
      await openPayment(page, await addAppointment(request, signedIn));
      await fillCard(page, number);
      await pay(page).click();
      const alert = page.getByRole('main').getByRole('alert').filter({ hasText: words });
      await expect(alert).toBeVisible();
      const above = (await alert.boundingBox())?.y ?? 0;
      expect(above).toBeLessThan((await pay(page).boundingBox())?.y ?? 0);
      await expectAccessible(page);
      await fillCard(page, '4242424242424242');
      await pay(page).click();
      await expect(page.getByRole('alertdialog')).toContainText('Payment Successful');
    });
  }
});

test.describe('a lost line', () => {
  test.use({ expectedErrors: [/status of 503|status of 409|net::ERR/] });

  test('[PAY-03] the charge is made, the saving is not: it says so, and a reload saves without a second charge', async ({
    page,
    signedIn,
    request,
  }) => {
    await openPayment(page, await addAppointment(request, signedIn));
    await page.route('**/api/appointments/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Not now.' } } })
        : route.continue(),
    );
    await fillCard(page, '4242424242424242');
    await pay(page).click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    let confirmations = 0;
    page.on('request', (sent) => {
      if (sent.url().endsWith('/confirm')) confirmations += 1;
    });
    await page.reload();
    await expect(page.getByRole('main')).toContainText(/paid|Payment Successful/i);
    expect(confirmations).toBe(0);
    await page.goto('/dashboard/appointments');
    await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  });
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
