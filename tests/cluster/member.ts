import { randomUUID } from 'node:crypto';
import { daysFromNow, filledForm } from '../test-app.ts';
import { createClinicActions } from './clinic-member.ts';
import type { Ledger } from './ledger.ts';
import type { ClusterResponse, Request } from './requests.ts';

export type PublicConfig = {
  identity: { apiKey: string };
  cards: { publishableKey: string };
  images: { key: string };
};

export type MemberDeps = {
  send(request: Request): Promise<ClusterResponse>;
  config: PublicConfig;
  ledger: Ledger;
  picture: Uint8Array<ArrayBuffer>;
  /** Confirms an email address. Receipts go only to confirmed addresses. */
  confirmAddress?: ((email: string) => Promise<void>) | undefined;
};

const password = 'correct horse 1';

/** Creates a member with an account. Every acknowledged write goes into the ledger. */
export async function createMember({ send, config, ledger, picture, confirmAddress }: MemberDeps) {
  const email = `donor-${randomUUID()}@example.org`;
  /** Ids of the member's unpaid appointments. */
  const unpaid: string[] = [];
  const ownAppointments = new Set<string>();
  const ownPhotos = new Set<string>();
  let daysAhead = 0;
  let token = '';

  const check = (label: string, response: ClusterResponse, isExpected: boolean) => {
    if (!isExpected) ledger.faults.push(`${label}: ${response.status} ${JSON.stringify(response.json)}`);
    return isExpected;
  };
  const sendAsMember = (label: string, method: string, path: string, extra: Partial<Request> = {}) =>
    send({ label, method, path, token, ...extra });

  async function authenticate(call: 'signUp' | 'signInWithPassword'): Promise<void> {
    const path = `/identity/v1/accounts:${call}?key=${config.identity.apiKey}`;
    const json = { email, password, returnSecureToken: true };
    const account = await send({ label: 'sign in', method: 'POST', path, json });
    // The response to a successful registration was lost.
    if (account.status === 400 && account.tries > 1 && call === 'signUp')
      return authenticate('signInWithPassword');
    if (!check(call, account, account.status === 200)) return;
    await confirmAddress?.(email);
    const user = await send({
      label: 'sign in',
      method: 'PUT',
      path: '/api/user',
      token: String(account.json.idToken),
      json: { email },
    });
    if (!check('PUT /api/user', user, user.status === 200)) return;
    token = String(user.json.token);
    ledger.accounts.add(email);
  }

  async function book(): Promise<void> {
    daysAhead += 1;
    const date = daysFromNow(daysAhead);
    const response = await sendAsMember(
      'book',
      'POST',
      `/api/appointments?${new URLSearchParams({ email, date })}`,
      {
        json: filledForm(email, { date }),
        key: randomUUID(),
      },
    );
    // The member has no other appointment that day, so a failure means that a repeated key created a second
    // one.
    if (!check('book', response, response.json.success === true)) return;
    const id = String(response.json.insertedId);
    ledger.booked.set(id, email);
    ownAppointments.add(id);
    unpaid.push(id);
  }

  async function cancel(): Promise<void> {
    const id = unpaid.shift();
    if (!id) return book();
    const response = await sendAsMember('cancel', 'DELETE', `/api/appointments/${id}`);
    // A DELETE may be sent twice. The second response then says that nothing was deleted.
    if (!check('cancel', response, response.status === 200)) return;
    ledger.canceled.add(id);
    ownAppointments.delete(id);
  }

  async function pay(): Promise<void> {
    const id = unpaid.shift();
    if (!id) return book();
    const json = { price: 5, appointmentId: id };
    const created = await sendAsMember('pay', 'POST', '/api/create-payment-intent', { json });
    if (!check('create-payment-intent', created, created.status === 200)) return;
    const secret = String(created.json.clientSecret);
    const [intent = ''] = secret.split('_secret_');
    await confirm(intent, secret);
    const payment = { appointmentId: id, transactionId: intent };
    const response = await sendAsMember('pay', 'PUT', `/api/appointments/${id}`, { json: payment });
    if (check('PUT /api/appointments', response, response.status === 200)) ledger.paid.set(id, intent);
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
    const response = await send({
      label: 'pay',
      method: 'POST',
      path: `/cards/v1/payment_intents/${intent}/confirm`,
      body: () => fields,
    });
    const { code } = (response.json.error ?? {}) as { code?: string };
    const isAlreadyPaid = response.tries > 1 && code === 'payment_intent_unexpected_state';
    check('confirm', response, isAlreadyPaid || response.json.status === 'succeeded');
  }

  async function list(): Promise<void> {
    const response = await sendAsMember(
      'list own',
      'GET',
      `/api/appointments?${new URLSearchParams({ email })}`,
    );
    if (!check('list own', response, response.status === 200)) return;
    const listed = new Set((response.json as unknown as { _id: string }[]).map(({ _id }) => _id));
    const isEqual =
      listed.size === ownAppointments.size && [...ownAppointments].every((id) => listed.has(id));
    if (!isEqual)
      ledger.faults.push(`list own: ${listed.size} listed, ${ownAppointments.size} acknowledged before`);
  }

  async function addPhoto(): Promise<void> {
    const form = () => {
      const body = new FormData();
      body.set('image', new File([picture], 'donors.jpg'));
      return body;
    };
    const path = `/images/1/upload?key=${encodeURIComponent(config.images.key)}`;
    const upload = await sendAsMember('photo', 'POST', path, { body: form });
    if (!check('upload', upload, upload.status === 200)) return;
    const img = (upload.json.data as { url: string }).url;
    const response = await sendAsMember('photo', 'POST', '/api/photo', { json: { img }, key: randomUUID() });
    if (!check('POST /api/photo', response, response.status === 200)) return;
    const id = String(response.json.insertedId);
    ownPhotos.add(id);
    ledger.photos.set(id, img);
  }

  /** Reports the newest photo of another member that this member has not reported yet. */
  async function report(): Promise<void> {
    const others = [...ledger.photos.keys()].filter((id) => !ownPhotos.has(id));
    const id = others.findLast((one) => !ledger.reports.get(one)?.has(email));
    if (!id) return addPhoto();
    const response = await sendAsMember('report', 'POST', `/api/photo/${id}/report`);
    if (!check('report', response, response.status === 204)) return;
    ledger.reports.set(id, (ledger.reports.get(id) ?? new Set()).add(email));
  }

  /** Signs out and returns the session's token, which is invalid from now on. */
  async function signOut(): Promise<string> {
    const response = await sendAsMember('sign out', 'DELETE', '/api/session');
    check('sign out', response, response.status === 204);
    return token;
  }

  await authenticate('signUp');
  return {
    email,
    token: () => token,
    signIn: () => authenticate('signInWithPassword'),
    signOut,
    book,
    cancel,
    pay,
    list,
    addPhoto,
    report,
    ...createClinicActions({ email, ledger, appointments: ownAppointments, unpaid, send: sendAsMember }),
  };
}

export type Member = Awaited<ReturnType<typeof createMember>>;
