import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';

/** A card that succeeds without authentication. */
export const goodCard = '4242424242424242';
/** A card that requires 3-D Secure authentication at the bank. */
const threeDSecureCard = '4000002500003155';

/** The URL pattern of the request that confirms a PaymentIntent. */
export const confirmUrl = '**/cards/v1/payment_intents/*/confirm';

export const pay = (page: Page) => page.getByRole('button', { name: 'Pay $5', exact: true });
export const success = (page: Page) =>
  page.getByRole('alertdialog').filter({ hasText: 'Payment Successful' });
/** Closes the announcement of a payment made on this page. The receipt stays. */
export async function closeSuccess(page: Page): Promise<void> {
  await success(page).getByRole('button', { name: 'OK' }).click();
  await expect(receipt(page).getByRole('heading', { name: 'Thank you' })).toBeFocused();
}
export const backToAppointments = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Back to your appointments' });
export const alert = (page: Page) => page.getByRole('main').getByRole('alert');
export const receipt = (page: Page) => page.getByRole('article', { name: 'Receipt' });

/** Opens the payment page and waits until the card form is ready. */
export async function openPayment(page: Page, id: string): Promise<void> {
  await page.goto(`/dashboard/payment/${id}`);
  await expect(pay(page)).toBeEnabled();
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.locator('[name="cardNumber"]').fill(number);
  await page.locator('[name="cardExpiry"]').fill('12 / 40');
  await page.locator('[name="cardCvc"]').fill('123');
}

export async function payWith(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await pay(page).click();
}

/** Pays with a card that requires authentication, and waits for the bank's page. */
export async function goToBank(page: Page, number = threeDSecureCard): Promise<void> {
  await payWith(page, number);
  await expectBankPage(page);
}

export const expectBankPage = (page: Page) =>
  expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();

/** The button on the payment page that leads to the bank. */
export const continueToBank = (page: Page) => page.getByRole('button', { name: 'Continue to your bank' });

/** The provider's message after the payer has refused at the bank. */
export const bankDecline =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** Presses a button on the bank's page. */
export const respondAtBank = (page: Page, name: 'Accept' | 'Refuse') =>
  page.getByRole('button', { name, exact: true }).click();

/** Dispatches the focus event of a user who returns to this tab, because a headless browser sends none. */
export const returnToTab = (page: Page): Promise<void> =>
  page.evaluate(() => void window.dispatchEvent(new Event('focus')));

/** Counts the requests that confirm a payment, in all tabs. */
export function countConfirmations(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/confirm')) count += 1;
  });
  return () => count;
}

const isSaving = (route: Route): boolean => route.request().method() === 'PUT';

/** Intercepts the requests that save a payment. Other requests continue. */
export const interceptSave = (page: Page, handle: (route: Route) => Promise<void>): Promise<unknown> =>
  page.route('**/api/appointments/*', (route) => (isSaving(route) ? handle(route) : route.fallback()));

/** Simulates a late webhook: the appointment reads as unpaid until this page saves the payment. */
export async function withLateWebhook(page: Page): Promise<void> {
  let hasSaved = false;
  await page.route('**/api/appointments/*', async (route) => {
    hasSaved ||= isSaving(route);
    if (hasSaved) return route.fallback();
    const response = await route.fetch();
    const { transactionId: _, payment: __, ...unpaid } = await response.json();
    await route.fulfill({ response, json: unpaid });
  });
}

/**
 * Holds back the response to a request until `release`. `responded` resolves when the provider has responded.
 */
export async function delayResponse(
  page: Page,
  url: string,
): Promise<{ responded: Promise<void>; release: () => void }> {
  const { promise: responded, resolve: markResponded } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    const response = await route.fetch();
    markResponded();
    await released;
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { responded, release };
}
