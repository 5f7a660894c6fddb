import sharp from 'sharp';
import type { PublicConfig } from '#contract/config.ts';
import { daysFromNow, filledForm } from './test-app.ts';

type ResponseBody = { [field: string]: string };

/** Sends JSON to a site that runs as a process. Returns the body of the response. */
export async function call(
  method: string,
  url: string,
  json?: unknown,
  token?: string,
): Promise<ResponseBody> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return (await response.json()) as ResponseBody;
}

export const readPublicConfig = async (origin: string): Promise<PublicConfig> =>
  (await (await fetch(`${origin}/api/config`)).json()) as PublicConfig;

/** Signs in a member of a site that runs as a process, and registers first if needed. */
export async function member(origin: string, email = 'rahim@example.org') {
  const { identity } = await readPublicConfig(origin);
  const path = (method: string) => `${origin}/identity/v1/accounts:${method}?key=${identity.apiKey}`;
  const credentials = { email, password: 'correct horse', returnSecureToken: true };
  const signUp = await call('POST', path('signUp'), credentials);
  const signIn = signUp.idToken ? signUp : await call('POST', path('signInWithPassword'), credentials);
  const { token = '' } = await call('PUT', `${origin}/api/user`, { email }, signIn.idToken);
  return { email, token };
}

export type MemberToken = { email: string; token: string };

/** Requests an appointment on a day, as `daysFromNow` formats it. */
export function book(origin: string, { email, token }: MemberToken, date: string): Promise<Response> {
  return fetch(`${origin}/api/appointments?${new URLSearchParams({ email, date })}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(filledForm(email, { date })),
  });
}

/** Returns the days of the member's appointments. @throws Error when the request fails */
export async function datesOf(origin: string, { email, token }: MemberToken): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/api/appointments?email=${email}`, { headers });
  if (response.status !== 200) throw new Error(`The list of appointments responded ${response.status}.`);
  return ((await response.json()) as { date: string }[]).map(({ date }) => date);
}

/** Uploads a picture of about 60 KB. */
export async function uploadPicture(origin: string, { token }: { token: string }): Promise<Response> {
  const noise = crypto.getRandomValues(new Uint8Array(40_000));
  const picture = await sharp(noise, { raw: { width: 200, height: 200, channels: 1 } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set('image', new File([new Uint8Array(picture)], 'donors.png'));
  const headers = { Authorization: `Bearer ${token}` };
  const { key } = (await readPublicConfig(origin)).images;
  return fetch(`${origin}/images/1/upload?key=${key}`, { method: 'POST', headers, body });
}

let daysAhead = 0;

/**
 * Requests an appointment and pays it by card without informing the server, like a browser that is closed too
 * early.
 */
export async function payAppointment(origin: string) {
  const account = await member(origin);
  const { token } = account;
  const booked = await book(origin, account, daysFromNow(++daysAhead));
  const { insertedId: appointmentId = '' } = (await booked.json()) as ResponseBody;
  const json = { price: 5, appointmentId };
  const { clientSecret = '' } = await call('POST', `${origin}/api/create-payment-intent`, json, token);
  const intent = clientSecret.split('_secret_')[0] ?? '';
  const { cards } = await readPublicConfig(origin);
  const response = await fetch(`${origin}/cards/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: cards.publishableKey,
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  if (!response.ok) throw new Error(`The card was not charged: ${await response.text()}`);
  return { appointmentId, intent };
}

export async function transactionOf(origin: string, token: string, id: string): Promise<string | undefined> {
  return (await call('GET', `${origin}/api/appointments/${id}`, undefined, token)).transactionId;
}
