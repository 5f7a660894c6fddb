import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import { inLanguage } from './support/languages.ts';
import { expectNoLayoutShift, recordLayoutShifts } from './support/layout-shift.ts';
import {
  alert,
  backToAppointments,
  closeSuccess,
  confirmUrl,
  countConfirmations,
  delayResponse,
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

const row = (page: Page, daysAhead: number) => page.getByRole('row').filter({ hasText: inDays(daysAhead) });

test('[PAY-01] [PAY-02] [PAY-03] [APT-02] a card pays for the appointment, and the table shows it', async ({
  page,
  context,
  signedIn,
  nextAppointment,
}) => {
  const id = await nextAppointment();
  await nextAppointment();
  const confirmations = countConfirmations(context);
  const badge = row(page, 4).getByText('Paid', { exact: true });

  await test.step('the button waits for the client secret', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/create-payment-intent', async (route) => {
      expect(route.request().postDataJSON()).toEqual({ price: 5, appointmentId: id });
      await held.promise;
      await route.continue();
    });
    await recordLayoutShifts(page);
    await page.goto('/dashboard/appointments');
    await row(page, 4).getByRole('link', { name: 'Payment' }).click();
    await expect(pay(page)).toBeDisabled();
    await expect(page).toHaveTitle('Payment | Blood Buddies');
    await expectAccessible(page);
    held.resolve();
    await expect(pay(page)).toBeEnabled();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a double click charges once', async () => {
    for (const text of ['Dhaka', inDays(4), '$5']) await expect(page.getByRole('main')).toContainText(text);
    await expect(page.locator('[name="cardNumber"]')).toHaveAttribute('autocomplete', 'cc-number');
    await expect(page.locator('[name="cardExpiry"]')).toHaveAttribute('autocomplete', 'cc-exp');
    await expect(page.locator('[name="cardCvc"]')).toHaveAttribute('autocomplete', 'cc-csc');
    await expectAccessible(page);
    await fillCard(page, goodCard);
    await expect(page.locator('[name="cardNumber"]')).toHaveValue('4242 4242 4242 4242');
    const method = page.waitForRequest((sent) => sent.url().includes('/cards/v1/payment_methods'));
    await pay(page).dblclick();
    const billing = new URLSearchParams((await method).postData() ?? '');
    expect(billing.get('billing_details[email]')).toBe(signedIn.email);
    await expect(success(page)).toContainText(/Your Transaction Id Is pi_\w+/);
    expect(confirmations()).toBe(1);
    await expectAccessible(page);
  });

  const transactionId = /pi_[0-9a-f]+/.exec((await success(page).textContent()) ?? '')?.[0] ?? '';

  await test.step('the receipt stays: thanks, the day, the amount, and the pass as the next step', async () => {
    await closeSuccess(page);
    await expect(page).toHaveURL(new RegExp(`/dashboard/payment/${id}$`));
    await expect(page).toHaveTitle('Your receipt | Blood Buddies');
    for (const text of [`See you on ${inDays(4)}.`, 'Dhaka', '$5.00', 'Paid on', transactionId])
      await expect(receipt(page)).toContainText(text);
    await expectAccessible(page);
    const calendar = receipt(page).getByRole('button', { name: 'Add to calendar' });
    await calendar.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(calendar).toBeFocused();
    await receipt(page).getByRole('link', { name: 'Show pass' }).click();
    const pass = page.getByRole('article');
    await expect(page).not.toHaveTitle(/receipt/);
    for (const text of [inDays(4), 'Dhaka', 'Paid', id]) await expect(pass).toContainText(text);
    await expectNoLayoutShift(page);
    await page.goBack();
  });

  await test.step('the table shows the payment and links to the receipt', async () => {
    await backToAppointments(page).click();
    await expect(page).toHaveURL(/\/dashboard\/appointments$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(badge).toHaveAttribute('title', transactionId);
    await expect(row(page, 4).getByRole('link', { name: 'Payment' })).toHaveCount(0);
    await expect(row(page, 4).getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await expectAccessible(page);
    await row(page, 4).getByRole('link', { name: 'Receipt' }).click();
    await expect(receipt(page)).toContainText(transactionId);
    await expect(page.locator('[name="cardNumber"]')).toHaveCount(0);
    await page.goBack();
    await expect(badge).toBeVisible();
    await page.goBack();
    await expect(receipt(page)).toBeVisible();
    await page.goForward();
    await expect(badge).toBeVisible();
  });

  await test.step('with the keyboard only: an incomplete card shows an error at its field, and Enter in a field pays', async () => {
    await row(page, 5).getByRole('link', { name: 'Payment' }).press('Enter');
    await expect(pay(page)).toBeEnabled();
    await expect(page.locator('main form')).toContainText('you can probably give again from');
    await page.locator('[name="cardNumber"]').focus();
    await page.keyboard.type('4242 4242 4242 4242');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1240');
    await page.keyboard.press('Enter');
    await expect(alert(page)).toHaveText("Your card's security code is incomplete.");
    await expectFocusOn(page, 'cardCvc');
    expect(confirmations()).toBe(1);
    await page.keyboard.type('123');
    await expect(alert(page), 'the reason goes when the card is changed').toBeEmpty();
    // Without the delay the second Enter could close the success dialog.
    const heldResponse = await delayResponse(page, confirmUrl);
    await page.keyboard.press('Enter');
    await heldResponse.responded;
    await page.keyboard.press('Enter');
    heldResponse.release();
    await expect(success(page)).toBeVisible();
    expect(confirmations()).toBe(2);
  });

  await test.step('Back after success stays on the appointments page, and the focus is on the heading', async () => {
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard\/appointments$/);
    await success(page).getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveURL(/\/dashboard\/appointments$/);
  });
});

/** Expects the focus in the field that the message is about, or at the message if it is about none. */
async function expectFocusOn(page: Page, field: string | undefined) {
  const wrong = page.locator('[aria-invalid="true"]');
  if (!field) {
    await expect(wrong).toHaveCount(0);
    await expect(page.locator('.bb-payment-status')).toBeFocused();
    return;
  }
  await expect(wrong).toHaveAttribute('name', field);
  await expect(wrong).toBeFocused();
  await expect(wrong).toHaveAccessibleDescription((await alert(page).textContent()) ?? '');
}

test.describe('declined cards', () => {
  test.use({ expectedErrors: [/status of 402/] });

  // providers/card-sandbox/cards.test.ts tests all messages. web/features/payment/card-error.test.ts tests
  // which field each error affects.
  test("[PAY-04] the provider's message shows in red above the button, and another card pays, even in Bengali", async ({
    page,
    signedIn,
    request,
  }) => {
    const id = await addAppointment(request, signedIn, { center: 'ঢাকা মেডিকেল কলেজ' });

    await test.step('in English, on a phone with reduced motion', async () => {
      await page.setViewportSize({ width: 360, height: 640 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openPayment(page, id);
      await expect(alert(page)).toBeEmpty();
      for (const [number, expectedMessage, field] of [
        ['4242', /incomplete/i, 'cardNumber'],
        ['4000000000000002', 'Your card was declined.'],
        ['4000000000000127', /security code/i, 'cardCvc'],
        ['4242424242424241', /number is incorrect/i, 'cardNumber'],
      ] as const) {
        await payWith(page, number);
        await expect(alert(page)).toHaveText(expectedMessage);
        await expect(alert(page)).toHaveCSS('color', 'rgb(181, 18, 31)');
        await expectFocusOn(page, field);
        const { y = 0 } = (await alert(page).boundingBox()) ?? {};
        expect(y).toBeLessThan((await pay(page).boundingBox())?.y ?? 0);
        await expect(alert(page)).toBeInViewport({ ratio: 1 });
        const label = page
          .locator('.bb-field')
          .filter({ has: page.locator(':focus') })
          .locator('label');
        if (field) await expect(label).toBeInViewport({ ratio: 1 });
        const bar = await page.locator('[data-floating]').boundingBox();
        expect(y).toBeGreaterThanOrEqual(bar ? bar.y + bar.height : Number.NaN);
        await expectAccessible(page);
      }
    });

    await test.step('a Bengali page accepts a card number in Bengali digits and shows the receipt', async () => {
      const { path, translate } = inLanguage('bn');
      const t = (message: string) => translate(message, {}, 'payment');
      await page.goto(path(`/dashboard/payment/${id}`));
      const payText = translate('Pay {price}', { price: '$৫' });
      const payButton = page.getByRole('button', { name: payText, exact: true });
      await expect(payButton).toBeEnabled();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('Payment'));
      await expect(page.getByRole('main')).toContainText('$৫');

      await fillCard(page, '4000000000009995');
      await payButton.click();
      await expect(alert(page)).toContainText(t('Your card has insufficient funds.'));
      await expectAccessible(page);

      const number = page.locator('[name="cardNumber"]');
      await number.fill('');
      await number.pressSequentially('৪২৪২৪২৪২৪২৪২৪২৪২');
      await expect(number).toHaveValue('4242 4242 4242 4242');
      await page.locator('[name="cardExpiry"]').fill('১২/৪০');
      await expect(page.locator('[name="cardExpiry"]')).toHaveValue('12 / 40');
      await page.locator('[name="cardCvc"]').fill('১২৩');
      await payButton.click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText(t('Payment Successful'));
      await expectAccessible(page);
      await dialog.getByRole('button').click();

      const receiptArticle = page.getByRole('article', { name: t('Receipt') });
      await expect(receiptArticle.getByRole('heading', { name: t('Thank you') })).toBeFocused();
      await expect(receiptArticle).toContainText('ঢাকা মেডিকেল কলেজ');
      await expectAccessible(page);
    });
  });
});
