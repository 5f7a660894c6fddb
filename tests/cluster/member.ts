import { randomUUID } from 'node:crypto';
import { daysFromNow, filledForm } from '../test-app.ts';
import type { Ledger } from './ledger.ts';
import type { ClusterResponse, Request } from './requests.ts';

export type Acknowledged = {
  identity: { apiKey: string };
  cards: { publishableKey: string };
  images: { key: string };
};

export type MemberDeps = {
  ask(request: Request): Promise<ClusterResponse>;
  config: Acknowledged;
  ledger: Ledger;
  picture: Uint8Array<ArrayBuffer>;
  /** Confirms an address as its owner would; receipts go to confirmed addresses only. */
  confirmAddress?: ((email: string) => Promise<void>) | undefined;
};

const password = 'correct horse 1';

/** Somebody with an account of their own; everything that is answered goes into the ledger. */
export async function createMember({ ask, config, ledger, picture, confirmAddress }: MemberDeps) {
  const email = `donor-${randomUUID()}@example.org`;
  /** Unpaid ones. */
  const open: string[] = [];
  const mine = new Set<string>();
  const myPhotos = new Set<string>();
  let days = 0;
  let token = '';

  const expect = (what: string, answer: ClusterResponse, good: boolean) => {
    if (!good) ledger.faults.push(`${what}: ${answer.status} ${JSON.stringify(answer.json)}`);
    return good;
  };
  const own = (what: string, method: string, path: string, more: Partial<Request> = {}) =>
    ask({ what, method, path, token, ...more });

  async function enter(call: 'signUp' | 'signInWithPassword'): Promise<void> {
    const path = `/identity/v1/accounts:${call}?key=${config.identity.apiKey}`;
    const json = { email, password, returnSecureToken: true };
    const account = await ask({ what: 'sign in', method: 'POST', path, json });
    // The answer to a registration that worked was lost on its way.
    if (account.status === 400 && account.tries > 1 && call === 'signUp') return enter('signInWithPassword');
    if (!expect(call, account, account.status === 200)) return;
    await confirmAddress?.(email);
    const user = await ask({
      what: 'sign in',
      method: 'PUT',
      path: '/api/user',
      token: String(account.json.idToken),
      json: { email },
    });
    if (!expect('PUT /api/user', user, user.status === 200)) return;
    token = String(user.json.token);
    ledger.accounts.add(email);
  }

  async function book(): Promise<void> {
    days += 1;
    const date = daysFromNow(days);
    const answer = await own('book', 'POST', `/api/appointments?${new URLSearchParams({ email, date })}`, {
      json: filledForm(email, { date }),
      key: randomUUID(),
    });
    // The member has no other that day: a refusal would mean that a repeated key did not find what it had made.
    if (!expect('book', answer, answer.json.success === true)) return;
    const id = String(answer.json.insertedId);
    ledger.booked.set(id, email);
    mine.add(id);
    open.push(id);
  }

  async function cancel(): Promise<void> {
    const id = open.shift();
    if (!id) return book();
    const answer = await own('cancel', 'DELETE', `/api/appointments/${id}`);
    // Whoever passes a DELETE on may send it twice, as we do: then the second is told that there is nothing left.
    if (!expect('cancel', answer, answer.status === 200)) return;
    ledger.cancelled.add(id);
    mine.delete(id);
  }

  async function pay(): Promise<void> {
    const id = open.shift();
    if (!id) return book();
    const json = { price: 5, appointmentId: id };
    const charge = await own('pay', 'POST', '/api/create-payment-intent', { json });
    if (!expect('create-payment-intent', charge, charge.status === 200)) return;
    const secret = String(charge.json.clientSecret);
    const [intent = ''] = secret.split('_secret_');
    await confirm(intent, secret);
    const sent = { appointmentId: id, transactionId: intent };
    const answer = await own('pay', 'PUT', `/api/appointments/${id}`, { json: sent });
    if (expect('PUT /api/appointments', answer, answer.status === 200)) ledger.paid.set(id, intent);
  }

  async function confirm(intent: string, secret: string): Promise<void> {
    const fields = new URLSearchParams({
      key: config.cards.publishableKey,
      client_secret: secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    });
    const answer = await ask({
      what: 'pay',
      method: 'POST',
      path: `/cards/v1/payment_intents/${intent}/confirm`,
      body: () => fields,
    });
    const { code } = (answer.json.error ?? {}) as { code?: string };
    const already = answer.tries > 1 && code === 'payment_intent_unexpected_state';
    expect('confirm', answer, already || answer.json.status === 'succeeded');
  }

  async function list(): Promise<void> {
    const answer = await own('list own', 'GET', `/api/appointments?${new URLSearchParams({ email })}`);
    if (!expect('list own', answer, answer.status === 200)) return;
    const listed = new Set((answer.json as unknown as { _id: string }[]).map(({ _id }) => _id));
    const same = listed.size === mine.size && [...mine].every((id) => listed.has(id));
    if (!same) ledger.faults.push(`list own: ${listed.size} listed, ${mine.size} answered before`);
  }

  async function addPhoto(): Promise<void> {
    const form = () => {
      const body = new FormData();
      body.set('image', new File([picture], 'donors.jpg'));
      return body;
    };
    const path = `/images/1/upload?key=${encodeURIComponent(config.images.key)}`;
    const upload = await own('photo', 'POST', path, { body: form });
    if (!expect('upload', upload, upload.status === 200)) return;
    const img = (upload.json.data as { url: string }).url;
    const answer = await own('photo', 'POST', '/api/photo', { json: { img }, key: randomUUID() });
    if (!expect('POST /api/photo', answer, answer.status === 200)) return;
    const id = String(answer.json.insertedId);
    myPhotos.add(id);
    ledger.photos.set(id, img);
  }

  /** The newest photo of somebody else that this member has not reported yet. */
  async function report(): Promise<void> {
    const others = [...ledger.photos.keys()].filter((id) => !myPhotos.has(id));
    const id = others.findLast((one) => !ledger.reports.get(one)?.has(email));
    if (!id) return addPhoto();
    const answer = await own('report', 'POST', `/api/photo/${id}/report`);
    if (!expect('report', answer, answer.status === 204)) return;
    ledger.reports.set(id, (ledger.reports.get(id) ?? new Set()).add(email));
  }

  /** Signs out of the session, and gives its token, which opens nothing from now on. */
  async function signOut(): Promise<string> {
    const answer = await own('sign out', 'DELETE', '/api/session');
    expect('sign out', answer, answer.status === 204);
    return token;
  }

  await enter('signUp');
  return {
    email,
    token: () => token,
    signIn: () => enter('signInWithPassword'),
    signOut,
    book,
    cancel,
    pay,
    list,
    addPhoto,
    report,
  };
}

export type Member = Awaited<ReturnType<typeof createMember>>;
