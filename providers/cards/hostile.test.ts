import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqlite } from '#platform/testing/databases.ts';
import { cardsMigrations } from './schema/migrations.ts';
import { openSandbox } from './testing/sandbox.ts';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  sandbox.app.request(path, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Bearer ${sandbox.secretKey}`,
      ...headers,
    },
  });

test.each([
  ['no key', {}, 401],
  ['a wrong key', { Authorization: 'Bearer sk_test_wrong' }, 401],
])('%s is %i', async (_, headers, status) => {
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
  ['POST', '/v1/payment_intents', 'amount=500&currency[a]=usd', 400],
  ['POST', '/v1/payment_intents', 'amount=500&currency=usd&metadata=x', 400],
  ['POST', '/v1/payment_intents/pi_none/confirm', '', 404],
  ['POST', '/v1/payment_intents/%00/cancel', '', 404],
  ['POST', '/v1/payment_methods', 'type=card', 400],
  ['POST', '/v1/payment_methods', 'type=card&card[number]=4242&card[number]=4242', 400],
  ['POST', '/v1/payment_intents', `description=${'x'.repeat(70_000)}`, 413],
])('%s %s with %s is refused with %i', async (_, path, body, status) => {
  const answer = await post(path, body);
  expect([answer.status, await answer.json()]).toMatchObject([
    status,
    { error: { message: expect.any(String) } },
  ]);
});

test('JSON is not what Stripe takes', async () => {
  expect((await post('/v1/payment_intents', '{}', { 'Content-Type': 'application/json' })).status).toBe(400);
});

const hostileValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', '-1', '99999999999999999999', 'NaN', '\0', '🩸', "' or 1=1 --"),
);
const hostileName = fc.oneof(
  fc.constantFrom(
    'amount',
    'currency',
    'metadata[a]',
    'metadata[__proto__]',
    'payment_method',
    'type',
    'card[number]',
  ),
  fc.constantFrom(
    'card[exp_month]',
    'card[exp_year]',
    'card[cvc]',
    'payment_method_data[type]',
    'created[gte]',
    'limit',
  ),
  fc.string(),
);

test('no form, however hostile, brings the sandbox down', async () => {
  const { id } = await sandbox.createIntent();
  const path = fc.constantFrom(
    'payment_intents',
    'payment_methods',
    `payment_intents/${id}/confirm`,
    'refunds',
  );
  await fc.assert(
    fc.asyncProperty(path, fc.array(fc.tuple(hostileName, hostileValue)), async (where, pairs) => {
      const answer = await post(`/v1/${where}`, new URLSearchParams(pairs).toString());
      expect(answer.status).toBeLessThan(500);
      expect(await answer.json()).toBeTypeOf('object');
    }),
    { numRuns: 400 },
  );
});
