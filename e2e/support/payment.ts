import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';

/** Pays at once. */
export const goodCard = '4242424242424242';
/** Its bank asks the payer first. */
const askedCard = '4000002500003155';

/** Where the provider is asked to confirm a charge. */
export const confirmation = '**/cards/v1/payment_intents/*/confirm';

export const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });
export const success = (page: Page) =>
  page.getByRole('alertdialog').filter({ hasText: 'Payment Successful' });
export const alert = (page: Page) => page.getByRole('main').getByRole('alert');
export const receipt = (page: Page) => page.getByRole('article', { name: 'Receipt' });

/** Opens the payment page; the card can be given. */
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

/** Pays with a card whose bank asks first; the browser is on the bank's page then. */
export async function goToBank(page: Page, number = askedCard): Promise<void> {
  await payWith(page, number);
  await onBankPage(page);
}

export const onBankPage = (page: Page) =>
  expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();

/** Where the payment page offers the way to the bank that has asked. */
export const continueToBank = (page: Page) => page.getByRole('button', { name: 'Continue to your bank' });

/** The provider's words once the payer has refused at the bank. */
export const bankDecline =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** On the bank's page. */
export const respondAtBank = (page: Page, answer: 'Accept' | 'Refuse') =>
  page.getByRole('button', { name: answer, exact: true }).click();

/** As when somebody comes back to this tab: a browser without windows tells no page of it. */
export const comeBackTo = (page: Page): Promise<void> =>
  page.evaluate(() => void window.dispatchEvent(new Event('focus')));

/** Counts how often a card is confirmed in any tab. */
export function confirmationsIn(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/confirm')) count += 1;
  });
  return () => count;
}

const isSaving = (route: Route): boolean => route.request().method() === 'PUT';

/** What a call for saving a payment gets instead of an answer; every other call goes through. */
export const whenSaving = (page: Page, act: (route: Route) => Promise<void>): Promise<unknown> =>
  page.route('**/api/appointments/*', (route) => (isSaving(route) ? act(route) : route.fallback()));

/** As if the provider's own message to our server came late: the appointment is not known as paid before this page saves it. */
export async function withLateWebhook(page: Page): Promise<void> {
  let saved = false;
  await page.route('**/api/appointments/*', async (route) => {
    saved ||= isSaving(route);
    if (saved) return route.fallback();
    const response = await route.fetch();
    const { transactionId: _, payment: __, ...unpaid } = await response.json();
    await route.fulfill({ response, json: unpaid });
  });
}

/** Lets a request reach the provider, and its answer wait until `letGo`; `reached` when the provider has answered. */
export async function delayResponse(
  page: Page,
  url: string,
): Promise<{ reached: Promise<void>; letGo: () => void }> {
  const { promise: reached, resolve: tell } = Promise.withResolvers<void>();
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    const response = await route.fetch();
    tell();
    await free;
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { reached, letGo };
}
