import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothDatabases, openSqlite } from '#platform/testing/databases.ts';
import { cardsMigrations } from './schema/migrations.ts';
import { openSandbox } from './testing/sandbox.ts';

const hostileValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', '-1', '99999999999999999999', 'NaN', '\0', '🩸', "' or 1=1 --"),
  fc.constantFrom(
    '999999999999999',
    '-999999999999999',
    'true',
    '4242424242424242',
    '12',
    '2040',
    'usd',
    'charge.*',
    'pm_card_visa',
    'tok_visa',
    'http://[',
    'javascript:alert(1)',
    '500',
  ),
);
const hostileName = fc.oneof(
  fc.constantFrom('amount', 'currency', 'metadata[a]', 'metadata[__proto__]', 'payment_method', 'type'),
  fc.constantFrom(
    'card[number]',
    'card[exp_month]',
    'card[exp_year]',
    'card[cvc]',
    'card',
    'card[token]',
    'confirm',
  ),
  fc.constantFrom('payment_method_data[type]', 'payment_method_data[card][number]', 'receipt_email'),
  fc.constantFrom('created', 'created[gte]', 'created[lt]', 'limit', 'starting_after', 'ending_before'),
  fc.constantFrom('expand', 'expand[]', 'expand[0]', 'expand[a]', 'payment_method_types[]', 'key'),
  fc.constantFrom(
    'return_url',
    'off_session',
    'error_on_requires_action',
    'reason',
    'payment_intent',
    'charge',
  ),
  fc.constantFrom('type', 'types[]', 'types', 'delivery_success', 'answer'),
  fc.constantFrom('automatic_payment_methods', 'automatic_payment_methods[enabled]', 'client_secret'),
  fc.string(),
);
const hostileForm = fc.array(fc.tuple(hostileName, hostileValue), { maxLength: 8 });

onBothDatabases([cardsMigrations], (open) => {
  let sandbox: Awaited<ReturnType<typeof openSandbox>>;
  beforeAll(async () => {
    sandbox = await openSandbox(open);
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());

  const ask = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    sandbox.app.request(path, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: `Bearer ${sandbox.secretKey}`,
        ...headers,
      },
    });

  /** How many rows there are: bad input must not change it. */
  async function rows(): Promise<number[]> {
    const tables = sandbox.database.withTables<Record<string, Record<string, unknown>>>();
    const names = [
      'cards_methods',
      'cards_intents',
      'cards_charges',
      'cards_refunds',
      'cards_events',
      'cards_idempotency',
    ];
    return Promise.all(
      names.map(async (name) => (await tables.selectFrom(name).selectAll().execute()).length),
    );
  }

  test.each([
    ['no key', {}, 401],
    ['a wrong key', { Authorization: 'Bearer sk_test_wrong' }, 401],
    ['half a header', { Authorization: 'Bearer' }, 401],
    ['Basic that is not base64', { Authorization: 'Basic %%%' }, 401],
  ])('%s is refused: %j, %i', async (_, headers, status) => {
    const answer = await sandbox.app.request('/v1/payment_intents', { headers });
    expect([answer.status, await answer.json()]).toMatchObject([
      status,
      { error: { type: 'invalid_request_error' } },
    ]);
  });

  test.each([
    ['POST', '/v1/unknown', '', 404],
    ['POST', '/v1/payment_intents', '', 400],
    ['POST', '/v1/payment_intents', 'amount=5&currency=usd', 400],
    ['POST', '/v1/payment_intents', 'amount=5e2&currency=usd', 400],
    ['POST', '/v1/payment_intents', 'amount=500&amount=500&currency=usd', 400],
    ['POST', '/v1/payment_intents', 'amount=500&currency[a]=usd', 400],
    ['POST', '/v1/payment_intents', 'amount=500&currency=zzz', 400],
    ['POST', '/v1/payment_intents', 'amount=500&currency=us', 400],
    ['POST', '/v1/payment_intents', 'amount=500&currency=usd&payment_method=pm_card_none', 400],
    ['GET', '/v1/payment_intents/search?query=a', undefined, 404],
    ['POST', '/v1/payment_intents/search', '', 404],
    ['GET', '/v1/charges/search', undefined, 404],
    ['POST', '/v1/payment_intents', 'amount=500&currency=usd&metadata=x', 400],
    ['POST', '/v1/payment_intents', 'amount=500&currency=usd&metadata[a][b]=x', 400],
    ['POST', '/v1/payment_intents', 'amount=500&currency=usd&description=%00', 400],
    ['POST', '/v1/payment_intents', 'amount=500&currency=usd&confirm=yes', 400],
    ['POST', '/v1/payment_intents', 'amount=500&currency=usd&expand[a]=b', 400],
    ['POST', '/v1/payment_intents/pi_none/confirm', '', 404],
    ['POST', '/v1/payment_intents/pi_none', 'description=x', 404],
    ['POST', '/v1/payment_intents/%00', 'description=x', 404],
    ['POST', '/v1/payment_intents/%00/confirm', '', 404],
    ['POST', '/v1/payment_intents/%00/cancel', '', 404],
    ['GET', '/v1/payment_intents/%00', undefined, 404],
    ['GET', '/v1/payment_intents/%E0%A4%A', undefined, 404],
    ['GET', '/v1/payment_methods/%00', undefined, 404],
    ['GET', '/v1/payment_intents?starting_after=%00', undefined, 400],
    ['GET', '/v1/payment_intents?limit=0', undefined, 400],
    ['GET', '/v1/payment_intents?created[gte]=soon', undefined, 400],
    ['POST', '/v1/payment_methods', 'type=card', 400],
    ['POST', '/v1/payment_methods', 'type=card&card[token]=tok_none', 400],
    ['POST', '/v1/payment_methods', 'type=card&card[token][a]=tok_visa', 400],
    ['POST', '/v1/payment_methods', 'type=card&card=4242424242424242', 400],
    ['POST', '/v1/payment_methods', 'type=card&card[number]=4242&card[number]=4242', 400],
    ['POST', '/v1/refunds', 'payment_intent=pi_none', 404],
    ['POST', '/v1/refunds', 'charge=ch_none', 404],
    ['POST', '/v1/refunds', 'payment_intent=pi_none&amount=0', 400],
    ['POST', '/v1/refunds', 'payment_intent=pi_none&reason=none', 400],
    ['GET', '/v1/refunds/%00', undefined, 404],
    ['GET', '/v1/charges/%00', undefined, 404],
    ['GET', '/v1/events/%00', undefined, 404],
    ['GET', '/v1/events?type=a&types[]=b', undefined, 400],
    ['GET', '/v1/events?types=a', undefined, 400],
    ['GET', '/v1/events?delivery_success=maybe', undefined, 400],
    ['GET', '/v1/charges?expand[]=customer', undefined, 400],
    ['DELETE', '/v1/refunds/re_none', undefined, 404],
    ['POST', '/v1/payment_intents', `description=${'x'.repeat(70_000)}`, 413],
  ])('%s %s with %s is refused with %i, and changes nothing', async (method, path, body, status) => {
    const before = await rows();
    const answer = await ask(method, path, body, method === 'POST' ? { 'Idempotency-Key': path } : {});
    expect([answer.status, await answer.json()]).toMatchObject([
      status,
      { error: { message: expect.any(String) } },
    ]);
    expect(await rows()).toEqual(before);
  });

  test('a call that the sandbox does not know is no id that it does not find', async () => {
    for (const path of ['/v1/payment_intents/search?query=a', '/v1/customers']) {
      const { error } = (await (await ask('GET', path)).json()) as { error: { message: string } };
      expect(error).toMatchObject({ message: expect.stringMatching(/knows only a part of Stripe's calls/) });
      expect(error).not.toHaveProperty('param');
    }
  });

  test('JSON is not what Stripe takes', async () => {
    const answer = await ask('POST', '/v1/payment_intents', '{}', { 'Content-Type': 'application/json' });
    expect(answer.status).toBe(400);
  });

  test('no request, however hostile, brings the sandbox down', async () => {
    const { id } = await sandbox.createIntent();
    const paths = [
      'payment_intents',
      'payment_methods',
      `payment_intents/${id}`,
      `payment_intents/${id}/confirm`,
      'refunds',
      'charges',
      'events',
    ];
    const call = fc.record({
      method: fc.constantFrom('GET', 'POST'),
      path: fc.oneof(fc.constantFrom(...paths), fc.string().map(inPath)),
      form: hostileForm,
      key: fc.option(fc.string({ minLength: 1, maxLength: 300 }).map(encodeURIComponent)),
    });
    await fc.assert(
      fc.asyncProperty(call, async ({ method, path, form, key }) => {
        const body = new URLSearchParams(form).toString();
        const headers: Record<string, string> = key === null ? {} : { 'Idempotency-Key': key };
        const answer =
          method === 'GET'
            ? await ask(method, `/v1/${path}?${body}`)
            : await ask(method, `/v1/${path}`, body, headers);
        expect(answer.status).toBeLessThan(500);
        expect(await answer.json()).toBeTypeOf('object');
      }),
      { numRuns: 400 },
    );
    expect(sandbox.logged).toEqual([]);
  });
});

test('no page of the bank is brought down, and none takes an answer that is none', async () => {
  await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
  const { id } = await sandbox.createIntent();
  const { id: payment_method } = await sandbox.createMethod('4000002760003184');
  const return_url = 'http://localhost:3000/';
  const waiting = await sandbox.stripe.paymentIntents.confirm(id, { payment_method, return_url });
  const page = new URL(waiting.next_action?.redirect_to_url?.url ?? '').pathname.replace('/cards', '');
  const call = fc.record({
    path: fc.oneof(
      fc.constant(page),
      fc.string().map((text) => `/three-d-secure/${encodeURIComponent(text)}`),
    ),
    body: fc.oneof(
      fc.uint8Array({ maxLength: 2000 }),
      hostileForm.map((form) => `${new URLSearchParams(form)}`),
    ),
    method: fc.constantFrom('GET', 'POST'),
  });
  await fc.assert(
    fc.asyncProperty(call, async ({ path, body, method }) => {
      const answer = await sandbox.app.request(path, { method, ...(method === 'POST' && { body }) });
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: 300 },
  );
  expect(sandbox.logged).toEqual([]);
  expect(await sandbox.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_action' });
});

const inPath = (text: string) => `payment_intents/${encodeURIComponent(text)}`;
