import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Member } from './member.ts';
import { goodCard } from './payment.ts';

type ConfirmOptions = { number: string; returnUrl?: string };

/** Creates and confirms the payment for an appointment with the requests of the payment page. */
export async function confirmThroughApi(
  request: APIRequestContext,
  { accessToken }: Member,
  appointmentId: string,
  { number, returnUrl }: ConfirmOptions,
) {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const { cards } = await (await request.get('/api/config')).json();
  const data = { price: 5, appointmentId };
  const created = await request.post('/api/create-payment-intent', { headers, data });
  const { clientSecret } = (await created.json()) as { clientSecret: string };
  const [transactionId = ''] = clientSecret.split('_secret_');
  const response = await request.post(`/cards/v1/payment_intents/${transactionId}/confirm`, {
    form: {
      key: cards.publishableKey,
      client_secret: clientSecret,
      ...(returnUrl && { return_url: returnUrl }),
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    },
  });
  const intent = (await response.json()) as { next_action: { redirect_to_url: { url: string } } | null };
  return { transactionId, bankPage: intent.next_action?.redirect_to_url.url ?? '' };
}

/** Pays for an appointment through the API, as another tab would. */
export async function payThroughApi(
  request: APIRequestContext,
  member: Member,
  appointmentId: string,
): Promise<void> {
  const { transactionId } = await confirmThroughApi(request, member, appointmentId, { number: goodCard });
  const headers = { Authorization: `Bearer ${member.accessToken}` };
  const report = { headers, data: { appointmentId, transactionId } };
  expect((await request.put(`/api/appointments/${appointmentId}`, report)).status()).toBe(200);
}
