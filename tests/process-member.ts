import { daysFromNow, filledForm } from './test-app.ts';

type Answer = { [field: string]: string };

async function call(method: string, url: string, json?: unknown, token?: string): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return (await answer.json()) as Answer;
}

/** A member of a site that runs as a process of its own: registered at first, signed in from then on. */
export async function member(origin: string, email = 'rahim@example.org') {
  const { identity } = (await (await fetch(`${origin}/api/config`)).json()) as {
    identity: { apiKey: string };
  };
  const path = (what: string) => `${origin}/identity/v1/accounts:${what}?key=${identity.apiKey}`;
  const credentials = { email, password: 'correct horse', returnSecureToken: true };
  const signUp = await call('POST', path('signUp'), credentials);
  const signIn = signUp.idToken ? signUp : await call('POST', path('signInWithPassword'), credentials);
  const { token = '' } = await call('PUT', `${origin}/api/user`, { email }, signIn.idToken);
  return { email, token };
}

export type Who = { email: string; token: string };

/** Requests a day, as `dayAhead` gives it. */
export function book(origin: string, { email, token }: Who, date: string): Promise<Response> {
  return fetch(`${origin}/api/appointments?${new URLSearchParams({ email, date })}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(filledForm(email, { date })),
  });
}

/** The days that this member has. @throws Error when they are not listed */
export async function datesOf(origin: string, { email, token }: Who): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/api/appointments?email=${email}`, { headers });
  if (answer.status !== 200) throw new Error(`The list of appointments answered ${answer.status}.`);
  return ((await answer.json()) as { date: string }[]).map(({ date }) => date);
}

let daysAhead = 0;

/** Requests an appointment and pays it by card, without telling the server: as a browser that is closed too early. */
export async function payAppointment(origin: string) {
  const who = await member(origin);
  const { token } = who;
  const answered = await book(origin, who, daysFromNow(++daysAhead));
  const { insertedId: appointmentId = '' } = (await answered.json()) as Answer;
  const json = { price: 5, appointmentId };
  const { clientSecret = '' } = await call('POST', `${origin}/api/create-payment-intent`, json, token);
  const intent = clientSecret.split('_secret_')[0] ?? '';
  const { cards } = (await (await fetch(`${origin}/api/config`)).json()) as {
    cards: { publishableKey: string };
  };
  const answer = await fetch(`${origin}/cards/v1/payment_intents/${intent}/confirm`, {
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
  if (!answer.ok) throw new Error(`The card was not charged: ${await answer.text()}`);
  return { appointmentId, intent };
}

export async function transactionOf(origin: string, token: string, id: string): Promise<string | undefined> {
  return (await call('GET', `${origin}/api/appointments/${id}`, undefined, token)).transactionId;
}
