import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import { openSqlite } from '#platform/testing/databases.ts';
import type { toCharge } from './charges/present.ts';
import type { toDispute } from './disputes/present.ts';
import type { toEvent } from './events/present.ts';
import type { toPaymentIntent } from './intents/present.ts';
import type { toPaymentMethod } from './methods/present.ts';
import { CHANGES_AFTER } from './refunds/later.ts';
import type { toRefund } from './refunds/present.ts';
import { cardsMigrations } from './schema/migrations.ts';
import { compile } from './testing/compiled.ts';
import { card, openSandbox, type Wire } from './testing/sandbox.ts';

/** Compiles only while what the sandbox answers is what the SDK's types promise. */
type Answers<_Given extends Promised, Promised> = true;
const asPromised: [
  Answers<Awaited<ReturnType<typeof toPaymentIntent>>, Stripe.PaymentIntent>,
  Answers<ReturnType<typeof toPaymentMethod>, Stripe.PaymentMethod>,
  Answers<ReturnType<typeof toCharge>, Stripe.Charge>,
  Answers<Awaited<ReturnType<typeof toRefund>>, Stripe.Refund>,
  Answers<ReturnType<typeof toEvent>, Stripe.EventBase>,
  Answers<ReturnType<typeof toDispute>, Stripe.Dispute>,
] = [true, true, true, true, true, true];

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;
const return_url = 'http://localhost:3000/dashboard/payment/a1';
const expand = ['latest_charge', 'payment_method'];

/** Every kind of answer: intents in each status, methods, charges, refunds, events, lists, errors. */
async function useEverything(sandbox: Sandbox): Promise<void> {
  const { stripe, createIntent, createMethod } = sandbox;
  const { paymentIntents, refunds } = stripe;
  const pay = async (id: string, number: string, form: object = { return_url, expand }) =>
    paymentIntents.confirm(id, { payment_method: (await createMethod(number)).id, ...form });
  const refused = async (call: Promise<unknown>) =>
    expect(await call.then(() => 'answered', String)).not.toBe('answered');

  const { id: waiting } = await createMethod('378282246310005');
  const form = { amount: 500, currency: 'usd', description: 'Service charge', receipt_email: 'a@b.co' };
  await paymentIntents.create({
    ...form,
    payment_method: waiting,
    automatic_payment_methods: { enabled: true },
  });
  const first = await createIntent();
  for (const number of ['4000000000000002', '4000000000009995', '4000000000000069', '4000000000000127']) {
    await refused(pay(first.id, number));
  }
  await refused(pay(first.id, '4000000000000119'));
  await refused(pay(first.id, '4000002760003184', { off_session: true }));
  await refused(pay(first.id, '4000002760003184', { error_on_requires_action: true }));
  await refused(pay(first.id, '4000002760003184', { return_url: 'nowhere' }));
  await pay(first.id, '4000002760003184', {});
  const asked = await pay(first.id, '4000002760003184');
  await sandbox.answerBank(asked, 'refused');
  await paymentIntents.retrieve(first.id, { expand });
  const again = await pay(first.id, '4000003800000446');
  await sandbox.answerBank(again, 'accepted');
  const paid = await paymentIntents.retrieve(first.id, { expand });
  await refused(pay(first.id, '4242424242424242'));
  await refused(paymentIntents.cancel(first.id));
  const charge = (paid.latest_charge as Stripe.Charge).id;
  await refunds.create({ charge, amount: 100, reason: 'requested_by_customer', metadata: { why: 'part' } });
  await refused(refunds.create({ charge, amount: 500 }));
  const refund = await refunds.create({ payment_intent: first.id });
  await refused(refunds.create({ charge }));
  await refused(refunds.create({}));
  await refunds.retrieve(refund.id, { expand: ['charge', 'payment_intent'] });
  await stripe.charges.retrieve(charge, { expand: ['payment_intent'] });
  for (const number of ['4000000000007726', '4000000000005126']) {
    const { id } = await createIntent();
    await pay(id, number);
    await refunds.create({ payment_intent: id });
  }
  const { id: disputed } = await createIntent();
  await pay(disputed, '4000000000000259');
  await refused(refunds.create({ payment_intent: disputed }));
  const { data: disputes } = await stripe.disputes.list({ payment_intent: disputed });
  await stripe.disputes.retrieve(disputes[0]?.id ?? '');
  await stripe.disputes.close(disputes[0]?.id ?? '');
  await refused(stripe.disputes.close(disputes[0]?.id ?? ''));
  sandbox.time.now += CHANGES_AFTER;
  await sandbox.runJob('cards-refunds');
  const second = await createIntent();
  await paymentIntents.update(second.id, { amount: 900, metadata: { note: 'x' }, expand });
  await refused(paymentIntents.update(first.id, { amount: 900 }));
  await paymentIntents.cancel(second.id, { cancellation_reason: 'requested_by_customer', expand });
  await stripe.paymentMethods.retrieve(waiting);
  for (const list of [paymentIntents, refunds, stripe.charges, stripe.events])
    await list.list({ limit: 100 });
  await paymentIntents.list({ expand: ['data.latest_charge', 'data.payment_method'] });
  for (const { id } of (await stripe.events.list({ limit: 100 })).data) await stripe.events.retrieve(id);

  const wrong = [
    { number: '4242424242424241' },
    { number: '42' },
    { exp_month: 13 },
    { exp_year: 1999 },
    { cvc: '1' },
    { number: '4539148803436467' },
  ];
  for (const changes of wrong) {
    await refused(
      stripe.paymentMethods.create({ type: 'card', card: { ...card('4242424242424242'), ...changes } }),
    );
  }
  await refused(paymentIntents.create({ amount: 1, currency: 'usd' }));
  await refused(paymentIntents.create({ amount: 1e9, currency: 'usd' }));
  await refused(paymentIntents.create({ ...form, receipt_email: 'nobody' }));
  await refused(paymentIntents.create({ ...form, ...{ unknown: 'parameter' } }));
  await refused(paymentIntents.create({ ...form, confirm: true }));
  await refused(paymentIntents.create({ ...form, expand: ['customer'] }));
  await refused(paymentIntents.list({ limit: 1000 }));
  await refused(paymentIntents.list({ starting_after: 'a', ending_before: 'b' }));
  await refused(paymentIntents.retrieve('pi_unknown'));
  await createIntent('key-1');
  await refused(paymentIntents.create(form, { idempotencyKey: 'key-1' }));
  for (const key of ['sk_test_unknown', 'sk_live_unknown', sandbox.publishableKey]) {
    await refused(sandbox.stripeWith(key).paymentIntents.list());
  }
}

const typeNames: Record<string, string> = {
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  event: 'Event',
  '/v1/payment_intents': 'ApiList<Stripe.PaymentIntent>',
  '/v1/charges': 'ApiList<Stripe.Charge>',
  '/v1/refunds': 'ApiList<Stripe.Refund>',
  '/v1/disputes': 'ApiList<Stripe.Dispute>',
  '/v1/events': 'ApiList<Stripe.Event>',
};

function typeOf({ body }: Wire): string {
  if (body.error) return '{ error: RawError }';
  return `Stripe.${typeNames[body.object === 'list' ? String(body.url) : String(body.object)]}`;
}

let wire: Wire[];
beforeAll(async () => {
  await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
  await useEverything(sandbox);
  wire = sandbox.wire;
}, 240_000);

// A literal may hold no property that its type does not know, and must hold all that it demands.
test('every answer on the wire is, letter for letter, of the type that the package promises', async () => {
  const text = [
    "import type Stripe from 'stripe';",
    'type RawError = NonNullable<ConstructorParameters<typeof Stripe.errors.StripeError>[0]>;',
    ...wire.map((each, n) => `export const answer${n}: ${typeOf(each)} = ${JSON.stringify(each.body)};`),
  ];
  expect(asPromised).toHaveLength(6);
  expect(new Set(wire.map(typeOf)).size).toBe(12);
  expect(await compile(text.join('\n'))).toEqual([]);
  const spoilt = [
    ...text,
    'export const wrong: Stripe.Refund = { id: "re_1", object: "refund", made: "up" };',
  ];
  expect(await compile(spoilt.join('\n'))).toHaveLength(1);
}, 240_000);

test('every error is one of the published catalogue, of its own class, and no live one', () => {
  const types = fileURLToPath(
    new URL('../../node_modules/stripe/esm/resources/PaymentIntents.d.ts', import.meta.url),
  );
  const published = /type Code = ('account_closed'[^;]*);/.exec(readFileSync(types, 'utf8'))?.[1] ?? '';
  const errors = wire.flatMap(({ status, body }) => (body.error ? [{ status, ...body.error }] : []));
  const codes = errors.flatMap((error) => ('code' in error ? [String(error.code)] : []));
  for (const code of new Set(codes)) expect(published).toContain(`'${code}'`);
  expect(new Set(codes).size).toBeGreaterThan(20);
  for (const error of errors) {
    const { status, type } = error as { status: number; type: string };
    const wanted = { 402: 'card_error' }[status] ?? 'invalid_request_error';
    expect([wanted, 'idempotency_error']).toContain(type);
    if (status === 402) expect(error).toMatchObject({ message: expect.stringMatching(/[.!]$/) });
  }
  expect(JSON.stringify(wire)).not.toContain('"livemode":true');
});

test('the package throws each error as the class that it has for it', async () => {
  await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
  const { paymentIntents } = sandbox.stripe;
  const { errors } = Stripe;
  const price = { amount: 500, currency: 'usd' };
  await sandbox.createIntent('key-1');
  const cases: [() => Promise<unknown>, new (...given: never[]) => Error][] = [
    [() => sandbox.createMethod('4242424242424241'), errors.StripeCardError],
    [() => paymentIntents.create({ amount: 1, currency: 'usd' }), errors.StripeInvalidRequestError],
    [() => paymentIntents.retrieve('pi_unknown'), errors.StripeInvalidRequestError],
    [() => paymentIntents.create(price, { idempotencyKey: 'key-1' }), errors.StripeIdempotencyError],
    [() => sandbox.stripeWith('sk_test_x').paymentIntents.list(), errors.StripeAuthenticationError],
    [() => sandbox.stripeWith(sandbox.publishableKey).paymentIntents.list(), errors.StripePermissionError],
  ];
  for (const [call, type] of cases) await expect(call()).rejects.toBeInstanceOf(type);
  await sandbox.database.schema.dropTable('cards_intents').execute();
  await expect(paymentIntents.list()).rejects.toBeInstanceOf(errors.StripeAPIError);
});
