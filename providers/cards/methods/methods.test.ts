import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { onBothDatabases, openSqlite } from '#platform/testing/databases.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import { card, openSandbox } from '../testing/sandbox.ts';
import { testCards } from './test-cards.ts';

const live = '4539148803436467';
const cvc = '7391';

onBothDatabases([cardsMigrations], (open) => {
  test('a payment method is found again, with its owner as told', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const made = await stripe.paymentMethods.create({
      type: 'card',
      card: card('378282246310005', { cvc: '1234' }),
      billing_details: { name: 'Rahim Uddin', email: 'rahim@example.org' },
    });
    expect(await stripe.paymentMethods.retrieve(made.id)).toMatchObject({
      id: made.id,
      billing_details: { name: 'Rahim Uddin', email: 'rahim@example.org' },
      card: { brand: 'amex', last4: '0005', exp_month: 12, exp_year: 2040, fingerprint: null },
      created: Math.floor(sandbox.time.now / 1000),
    });
    await expect(stripe.paymentMethods.retrieve('pm_unknown')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
  });

  test('no row tells a number or a code', async () => {
    await using sandbox = await openSandbox(open);
    await useCards(sandbox);
    const tables = sandbox.database.withTables<Record<string, Record<string, unknown>>>();
    const names = ['cards_methods', 'cards_intents', 'cards_idempotency', 'cards_events', 'platform_outbox'];
    const rows = await Promise.all(names.map((name) => tables.selectFrom(name).selectAll().execute()));
    expect(rows.map(({ length }) => length > 0)).not.toContain(false);
    expectNoCard(JSON.stringify(rows));
  });

  test('no log line tells a number or a code, even when the database fails', async () => {
    await using sandbox = await openSandbox(open);
    await useCards(sandbox);
    await sandbox.database.schema.dropTable('cards_methods').execute();
    const number = '4242424242424242';
    await expect(sandbox.createMethod(number, { cvc })).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
    expect(sandbox.logged).toHaveLength(1);
    expectNoCard(sandbox.logged.join('\n'));
  });
});

test('no byte of the database files tells a number', async () => {
  await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
  await useCards(sandbox);
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(sandbox.database);
  const file = rows[0]?.file ?? '';
  const bytes = [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('');
  // What may be kept is there, so these are the right files.
  expect(bytes).toContain('insufficient_funds');
  expectNoNumber(bytes);
});

describe('numbers', () => {
  test('every published test number is taken', async () => {
    await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
    for (const [number, { brand, funding }] of Object.entries(testCards)) {
      const { card } = await sandbox.createMethod(number);
      expect(card).toMatchObject({ brand, funding, last4: number.slice(-4) });
    }
  });

  test.each([
    ['4000000000009987', 'lost_card'],
    ['4000000000009979', 'stolen_card'],
    ['4000000000006975', 'card_velocity_exceeded'],
  ])('%s is declined as %s', async (number, decline_code) => {
    await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
    const { id } = await sandbox.createIntent();
    const { id: payment_method } = await sandbox.createMethod(number);
    await expect(sandbox.stripe.paymentIntents.confirm(id, { payment_method })).rejects.toMatchObject({
      code: 'card_declined',
      decline_code,
    });
  });

  test.each([
    ['4111111111111111', 'test_mode_live_card', /test mode, but used a non test \(live\) card/],
    ['toString', undefined, /./],
  ])('%s is none of them', async (number, decline_code, message) => {
    await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
    const error = await sandbox.createMethod(number).catch((e) => e);
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error.raw.decline_code).toBe(decline_code);
    expect(error.message).toMatch(message);
  });

  test('an empty code is a wrong one', async () => {
    await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
    const made = sandbox.createMethod('4242424242424242', { cvc: '' });
    await expect(made).rejects.toMatchObject({ statusCode: 402, code: 'invalid_cvc', param: 'cvc' });
  });
});

/** Every way a number comes in: alone, within a confirmation, under an idempotency key, taken and refused. */
async function useCards({ stripe, createIntent, createMethod }: Awaited<ReturnType<typeof openSandbox>>) {
  const { id } = await createIntent();
  const methodOf = (number: string) => ({ type: 'card' as const, card: card(number, { cvc }) });
  const refused = await createMethod('4000000000009995', { cvc });
  await stripe.paymentMethods.create(methodOf('4242424242424242'), { idempotencyKey: 'key-1' });
  const tries = [
    createMethod(live, { cvc }),
    stripe.paymentMethods.create(methodOf(live), { idempotencyKey: 'key-2' }),
    stripe.paymentIntents.confirm(id, { payment_method_data: methodOf(live) as never }),
    stripe.paymentIntents.confirm(id, { payment_method: refused.id }, { idempotencyKey: 'key-3' }),
  ];
  for (const each of await Promise.allSettled(tries)) {
    expect(each).toMatchObject({ status: 'rejected', reason: { statusCode: 402 } });
  }
}

/** Ids and fingerprints are left out of the search: four digits may stand in them by chance. */
function expectNoCard(text: string): void {
  expectNoNumber(text);
  const readable = text.replaceAll(/[\w-]{24,}/g, '');
  for (const secret of [live.slice(-4), cvc]) expect(readable.includes(secret)).toBe(false);
}

function expectNoNumber(text: string): void {
  for (const number of [live, '4242424242424242', '4000000000009995']) {
    expect(text.includes(number)).toBe(false);
  }
}
