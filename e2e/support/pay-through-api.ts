import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Member } from './member.ts';
import { goodCard } from './payment.ts';

type Given = { number: string; returnUrl?: string };

/** Opens the charge for an appointment and confirms it with a card, by the calls that the payment page makes. */
export async function confirmByCalls(
  request: APIRequestContext,
  { accessToken }: Member,
  appointmentId: string,
  { number, returnUrl }: Given,
) {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const { cards } = await (await request.get('/api/config')).json();
  const data = { price: 5, appointmentId };
  const opened = await request.post('/api/create-payment-intent', { headers, data });
  const { clientSecret } = (await opened.json()) as { clientSecret: string };
  const [transactionId = ''] = clientSecret.split('_secret_');
  const answer = await request.post(`/cards/v1/payment_intents/${transactionId}/confirm`, {
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
  const intent = (await answer.json()) as { next_action: { redirect_to_url: { url: string } } | null };
  return { transactionId, bankPage: intent.next_action?.redirect_to_url.url ?? '' };
}

/** Pays for an appointment as another tab would. */
export async function payFor(
  request: APIRequestContext,
  member: Member,
  appointmentId: string,
): Promise<void> {
  const { transactionId } = await confirmByCalls(request, member, appointmentId, { number: goodCard });
  const headers = { Authorization: `Bearer ${member.accessToken}` };
  const report = { headers, data: { appointmentId, transactionId } };
  expect((await request.put(`/api/appointments/${appointmentId}`, report)).status()).toBe(200);
}
