import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Member } from './member.ts';

/** Pays for an appointment as another tab would, by the calls that the payment page makes. */
export async function payFor(
  request: APIRequestContext,
  { accessToken }: Member,
  appointmentId: string,
): Promise<void> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const { cards } = await (await request.get('/api/config')).json();
  const data = { price: 5, appointmentId };
  const opened = await request.post('/api/create-payment-intent', { headers, data });
  const { clientSecret } = await opened.json();
  const sandbox = async (path: string, form: Record<string, string>) => {
    const answer = await request.post(`/cards/v1/${path}`, {
      form: { key: cards.publishableKey, ...form },
    });
    return (await answer.json()) as { id: string };
  };
  const method = await sandbox('payment_methods', {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  });
  const [transactionId = ''] = String(clientSecret).split('_secret_');
  await sandbox(`payment_intents/${transactionId}/confirm`, {
    client_secret: clientSecret,
    payment_method: method.id,
  });
  const report = { headers, data: { appointmentId, transactionId } };
  expect((await request.put(`/api/appointments/${appointmentId}`, report)).status()).toBe(200);
}
