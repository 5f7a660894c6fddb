import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { cardsMigrations } from './schema/migrations.ts';
import type { CardTables } from './schema/tables.ts';
import { createTestSandbox, type Sandbox, test } from './testing/sandbox.ts';

const tables = ['methods', 'intents', 'charges', 'refunds', 'events', 'idempotency'].map(
  (name) => `cards_${name}` as keyof CardTables,
);
const words = (text: string) => fc.constantFrom(...text.split(' '));
const hostileValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', '🩸', "' or 1=1 --"),
  words('__proto__ constructor -1 99999999999999999999 NaN 999999999999999 -999999999999999 true'),
  words('4242424242424242 12 2040 usd charge.* pm_card_visa http://[ javascript:alert(1) 500'),
);
const hostileName = fc.oneof(
  words('amount currency metadata[a] metadata[__proto__] metadata payment_method type key client_secret'),
  words('card[number] card[exp_month] card[exp_year] card[cvc] card card[token] confirm billing_details'),
  words('billing_details[email] payment_method_data[type] payment_method_data[card][number]'),
  words('created created[gte] created[lt] limit starting_after ending_before types[] types'),
  words('expand expand[] expand[0] expand[a] payment_method_data return_url off_session reason'),
  words('payment_intent charge answer allowed_payment_method_types[] allowed_payment_method_types'),
  fc.string(),
);
const hostileForm = fc
  .array(fc.tuple(hostileName, hostileValue), { maxLength: 8 })
  .map((form) => `${new URLSearchParams(form)}`);

/**
 * Each line has a status, a method, a path (`-`: several paths follow), and queries or forms. `USD` stands
 * for a valid intent.
 */
const invalidCalls = `
404 POST - unknown payment_intents/search payment_intents/pi_none payment_intents/pi_none/confirm
404 POST - payment_intents/%00/confirm payment_intents/%00/cancel
404 GET - charges events/%00 payment_intents/%00 payment_intents/%E0%A4%A
400 POST payment_intents - amount=5&currency=usd amount=5e2&currency=usd amount=500&amount=500&currency=usd
400 POST payment_intents amount=500&currency[a]=usd amount=500&currency=zzz amount=500&currency=%00
400 POST payment_intents USD&payment_method=pm_card_none USD&metadata=x USD&metadata[a][b]=x USD&metadata[a]=%00 USD&expand[a]=b
413 POST payment_intents description=LONG
400 GET payment_intents/search query=a
400 GET payment_intents starting_after=%00 limit=0 created[gte]=soon created[gt]=5 expand[]=data.customer
400 POST payment_methods type=card type=card&card[token]=tok_visa type=card&card=4242424242424242 type=card&card[number]=4242&card[number]=4242
404 POST refunds payment_intent=pi_none
400 POST refunds payment_intent=pi_none&amount=0 payment_intent=pi_none&reason=none
400 GET events type=a types=a
400 GET disputes -
404 DELETE refunds/re_none -
`;
const usd = 'amount=500&currency=usd';
const cases = invalidCalls.split('\n').flatMap((line) => {
  const [status, method = '', path = '', ...all] = line.replaceAll('USD', usd).split(' ');
  const calls = all.map((text) => (path === '-' ? [text, '-'] : [path, text]));
  return calls.map(([path = '', text = '']) => [Number(status), method, path, text] as const);
});

onBothDatabases([cardsMigrations], (open) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createTestSandbox(open);
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());

  async function send(method: string, path: string, text: string, changes: Record<string, string> = {}) {
    const Authorization = `Bearer ${sandbox.secretKey}`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization, ...changes };
    const init = { method, headers, ...(method !== 'GET' && { body: text }) };
    const response = await sandbox.app.request(`/v1/${path}${method === 'GET' ? `?${text}` : ''}`, init);
    return { status: response.status, body: await response.json() };
  }

  /** Row counts, which bad input must not change. */
  const rows = () => Promise.all(tables.map(async (name) => (await sandbox.rows(name)).length));

  test.each(cases)('responds %i to %s %s with %s and changes nothing', async (status, method, path, text) => {
    const before = await rows();
    const body = text.replace(/^-$/, '').replace('LONG', 'x'.repeat(70_000));
    const response = await send(method, path, body, { 'Idempotency-Key': path });
    expect(response).toMatchObject({ status, body: { error: { message: expect.any(String) } } });
    expect(await rows()).toEqual(before);
  });

  test.each([
    [401, { Authorization: '' }],
    [401, { Authorization: 'Bearer sk_test_wrong' }],
    [401, { Authorization: 'Bearer' }],
    [401, { Authorization: 'Basic %%%' }],
    [400, { 'Content-Type': 'application/json' }],
  ])('responds %i to %j', async (status, headers) => {
    const error = { type: 'invalid_request_error' };
    expect(await send('POST', 'payment_intents', '{}', headers)).toMatchObject({ status, body: { error } });
  });

  test('distinguishes an unsupported call from a missing object', async () => {
    for (const path of ['charges', 'customers']) {
      const { body } = await send('GET', path, '');
      const message = expect.stringMatching(/supports only a part of Stripe's API/);
      expect(body).toEqual({ error: { type: 'invalid_request_error', message } });
    }
  });

  test('never responds 5xx to a hostile request', async () => {
    const { id } = await sandbox.createIntent();
    const inIntents = (text: string) => `payment_intents/${encodeURIComponent(text)}`;
    const known = `payment_intents payment_methods payment_intents/${id} payment_intents/${id}/confirm`;
    const call = fc.tuple(
      fc.constantFrom('GET', 'POST'),
      fc.oneof(words(`${known} refunds disputes events`), fc.string().map(inIntents)),
      hostileForm,
      fc.option(fc.string({ minLength: 1, maxLength: 300 }).map(encodeURIComponent)),
    );
    await fc.assert(
      fc.asyncProperty(call, async ([method, path, form, key]) => {
        const { status, body } = await send(
          method,
          path,
          form,
          key === null ? {} : { 'Idempotency-Key': key },
        );
        expect(status).toBeLessThan(500);
        expect(body).toBeTypeOf('object');
      }),
      { numRuns: 400 },
    );
    expect(sandbox.logged).toEqual([]);
  });
});

test("never responds 5xx on the bank's page, and ignores invalid answers", async ({ sandbox }) => {
  const { id, next_action } = await sandbox.pay('4000002760003184');
  const page = next_action?.redirect_to_url?.url?.split('/').at(-1) ?? '';
  const call = fc.tuple(
    fc.oneof(fc.constant(page), fc.string().map(encodeURIComponent)),
    fc.oneof(fc.uint8Array({ maxLength: 2000 }), hostileForm),
    fc.constantFrom('GET', 'POST'),
  );
  await fc.assert(
    fc.asyncProperty(call, async ([path, body, method]) => {
      const request = { method, ...(method === 'POST' && { body }) };
      expect((await sandbox.app.request(`/three-d-secure/${path}`, request)).status).toBeLessThan(500);
    }),
    { numRuns: 300 },
  );
  expect(sandbox.logged).toEqual([]);
  expect(await sandbox.find(id)).toMatchObject({ status: 'requires_action' });
});
