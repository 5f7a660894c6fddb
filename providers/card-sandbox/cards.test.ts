import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { expect } from 'vitest';
import { testCards } from './test-cards.ts';
import { card, onBoth, type Sandbox, test } from './testing/sandbox.ts';

const live = '4539148803436467';
const good = '4242424242424242';
const cvc = '7391';

onBoth((test) => {
  test('stores no card number or security code in any row', async ({ sandbox }) => {
    await useCards(sandbox);
    const names = ['cards_methods', 'cards_intents', 'cards_idempotency', 'cards_events', 'platform_outbox'];
    const rows = await Promise.all(names.map((name) => sandbox.rows(name as 'cards_methods')));
    expect(rows.map(({ length }) => length > 0)).not.toContain(false);
    expect(rows[0]).toHaveLength(2);
    expectNoCard(JSON.stringify(rows));
  });

  test('logs no card number or security code, even when the database fails', async ({ sandbox }) => {
    await useCards(sandbox);
    await sandbox.database.schema.dropTable('cards_methods').execute();
    expect((await sandbox.createMethod(good, { 'card[cvc]': cvc })).status).toBe(500);
    expect(sandbox.logged).toHaveLength(1);
    expectNoCard(sandbox.logged.join('\n'));
  });
});

test('writes no card number to the database files', async ({ sandbox }) => {
  await useCards(sandbox);
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(sandbox.database);
  const file = rows[0]?.file ?? '';
  const files = [file, `${file}-wal`].filter((path) => existsSync(path));
  const bytes = files.map((path) => readFileSync(path, 'latin1')).join('');
  // Proves that these are the right files.
  expect(bytes).toContain('insufficient_funds');
  expectNoNumber(bytes);
});

test('accepts every published test number', async ({ sandbox }) => {
  for (const [number, { brand, funding }] of testCards) {
    const { body } = await sandbox.createMethod(number);
    expect(body.card).toMatchObject({ brand, funding, last4: number.slice(-4) });
  }
});

const funds = 'Your card has insufficient funds.';
const declined = 'Your card was declined.';
test.for<[declinedCard: string, code: string, decline_code: string, message: string | RegExp]>([
  ['4000000000000002', 'card_declined', 'generic_decline', declined],
  ['4000000000009995', 'card_declined', 'insufficient_funds', funds],
  ['4000000000009987', 'card_declined', 'lost_card', declined],
  ['4000000000009979', 'card_declined', 'stolen_card', declined],
  ['4000000000006975', 'card_declined', 'card_velocity_exceeded', /too frequently/],
  ['4100000000000019', 'card_declined', 'fraudulent', declined],
  ['4000000000000069', 'expired_card', '', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', '', "Your card's security code is incorrect."],
  ['4000000000000119', 'processing_error', '', /^An error occurred while processing your card\./],
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', declined],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds', funds],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds', funds],
  ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card', declined],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', '', /expired/],
])(
  'declines %s with %s %s; then another card pays',
  async ([declinedCard, code, decline_code, message], { sandbox }) => {
    const { id } = await sandbox.createIntent();
    const error = await sandbox.confirm(id, declinedCard).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({
      statusCode: 402,
      code,
      decline_code,
      payment_intent: { id, status: 'requires_payment_method', last_payment_error: { code } },
    });
    const paid = await sandbox.confirm(id, good);
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  },
);

test.for<[number: string, changes: object, code: string, param?: string]>([
  ['4242424242424241', {}, 'incorrect_number', 'number'],
  ['42424242', {}, 'invalid_number', 'number'],
  ['toString', {}, 'invalid_number', 'number'],
  ['4111111111111111', {}, 'card_declined'],
  [live, {}, 'card_declined'],
  [good, { 'card[exp_month]': '13' }, 'invalid_expiry_month', 'exp_month'],
  [good, { 'card[exp_month]': '10', 'card[exp_year]': '2026' }, 'invalid_expiry_month', 'exp_month'],
  [good, { 'card[exp_year]': '2025' }, 'invalid_expiry_year', 'exp_year'],
  [good, { 'card[exp_year]': '99' }, 'invalid_expiry_year', 'exp_year'],
  [good, { 'card[cvc]': '12' }, 'invalid_cvc', 'cvc'],
  // An empty code is invalid.
  [good, { 'card[cvc]': '' }, 'invalid_cvc', 'cvc'],
])('rejects %s with %j: %s', async ([number, changes, code, param], { sandbox }) => {
  const { status, body } = await sandbox.createMethod(number, changes);
  expect([status, body.error]).toMatchObject([402, { type: 'card_error', code, ...(param && { param }) }]);
  if (code === 'card_declined')
    expect(body.error).toMatchObject({
      decline_code: 'test_mode_live_card',
      message: expect.stringMatching(/test mode, but used a non test \(live\) card/),
    });
  expect(await sandbox.rows('cards_methods')).toEqual([]);
});

test("creates a new payment method for each use of a test method's name", async ({ sandbox }) => {
  const first = await sandbox.pay('pm_card_mastercard');
  const second = await sandbox.pay('pm_card_mastercard');
  expect([first, second]).toMatchObject(Array(2).fill({ status: 'succeeded' }));
  expect(first.payment_method).toMatch(/^pm_\w{20,}$/);
  expect(first.payment_method).not.toBe(second.payment_method);
  const [method] = await sandbox.rows('cards_methods');
  expect(method).toMatchObject({ brand: 'mastercard', last4: '4444', exp_year: 2027 });
});

test.for(['pm_card_toString', 'pm_card_', 'pm_card_visa2', 'pm_card_constructor', 'pm_unknown'])(
  'rejects %s as a payment method',
  async (name, { sandbox }) => {
    await expect(sandbox.pay(name)).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'payment_method',
      message: `No such PaymentMethod: '${name}'`,
    });
  },
);

/**
 * Sends card numbers in every possible way: directly, in a confirmation, with an idempotency key, accepted
 * and rejected.
 */
async function useCards({ send, createMethod, createIntent, publishableKey }: Sandbox) {
  const { id, client_secret } = await createIntent();
  const code = { 'card[cvc]': cvc };
  const declinedMethod = await createMethod('4000000000009995', code);
  const post = (path: string, form: object, n: number) => send(publishableKey, path, { ...form }, `key-${n}`);
  const confirm = (form: object, n: number) =>
    post(`payment_intents/${id}/confirm`, { client_secret: client_secret ?? '', ...form }, n);
  const methodData = Object.entries({ type: 'card', ...card(live, code) }).map(([name, value]) => {
    const [first, ...rest] = name.split('[');
    return [`payment_method_data[${[`${first}]`, ...rest].join('[')}`, value];
  });
  const responses = [
    await post('payment_methods', { type: 'card', ...card(good, code) }, 1),
    await createMethod(live, code),
    await post('payment_methods', { type: 'card', ...card(live, code) }, 2),
    await confirm(Object.fromEntries(methodData), 3),
    await confirm({ payment_method: String(declinedMethod.body.id) }, 4),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 402, 402, 402, 402]);
}

/** Ignores ids and fingerprints, which may contain four digits by chance. */
function expectNoCard(text: string): void {
  expectNoNumber(text);
  const readable = text.replaceAll(/[\w-]{24,}/g, '');
  for (const secret of [live.slice(-4), cvc]) expect(readable.includes(secret)).toBe(false);
}

function expectNoNumber(text: string): void {
  for (const number of [live, good, '4000000000009995']) expect(text.includes(number)).toBe(false);
}
