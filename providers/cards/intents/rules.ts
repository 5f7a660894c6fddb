import type { Kysely, Transaction } from 'kysely';
import { type Form, integerOf, nested, textOf } from '../http/form.ts';
import type { Answer } from '../http/idempotency.ts';
import { invalidRequest, missingParameter, noSuch, StripeShapedError } from '../http/stripe-error.ts';
import { newStripeId } from '../ids.ts';
import { createMethod, getMethod } from '../methods/rules.ts';
import type { CardTables, IntentTable } from '../schema/tables.ts';
import { toPaymentError, toPaymentIntent, toRefund } from './present.ts';
import * as repository from './repository.ts';

type Trx = Transaction<CardTables>;
const ok = (body: object): Answer => ({ status: 200, body });

/** @throws StripeShapedError 400 */
export async function createIntent(trx: Trx, form: Form, now: number): Promise<Answer> {
  const amount = integerOf(form, 'amount');
  if (amount === undefined) throw missingParameter('amount');
  if (amount < 50 || amount > 99_999_999) {
    const code = amount < 50 ? 'amount_too_small' : 'amount_too_large';
    throw invalidRequest('Amount must be between 50 and 99999999 cents.', { code, param: 'amount' });
  }
  const currency = textOf(form, 'currency')?.toLowerCase();
  if (!currency) throw missingParameter('currency');
  if (!/^[a-z]{3}$/.test(currency))
    throw invalidRequest(`Invalid currency: ${currency.slice(0, 20)}.`, { param: 'currency' });
  const id = newStripeId('pi');
  const intent: IntentTable = {
    id,
    client_secret: `${id}_secret_${newStripeId('s').slice(2)}`,
    amount,
    currency,
    status: 'requires_payment_method',
    description: textOf(form, 'description') ?? null,
    receipt_email: textOf(form, 'receipt_email') ?? null,
    metadata: JSON.stringify(metadataOf(form)),
    method_id: null,
    last_refusal: null,
    charge_id: null,
    refund_id: null,
    canceled_at: null,
    created_at: now,
  };
  await repository.addIntent(trx, intent);
  return ok(await toPaymentIntent(trx, intent));
}

/** @throws StripeShapedError 404 */
export async function getIntent(db: Kysely<CardTables>, id: string): Promise<IntentTable> {
  const intent = await repository.findIntent(db, id);
  if (!intent) throw noSuch(`payment_intent: '${id.slice(0, 100)}'`, 'intent');
  return intent;
}

/** Tries the card. A refusal is an answer of its own (402), and leaves the intent open for another card. */
export async function confirmIntent(trx: Trx, intent: IntentTable, form: Form, now: number): Promise<Answer> {
  const method = await methodOf(trx, intent, form, now);
  const { outcome } = method;
  if (outcome !== 'success') {
    const changes = {
      status: 'requires_payment_method',
      method_id: method.id,
      last_refusal: outcome,
    } as const;
    const refused = await repository.changeOpen(trx, intent.id, changes);
    if (!refused) throw await unexpectedState(trx, intent.id, 'confirm');
    const error = { ...toPaymentError(outcome, method), payment_intent: await toPaymentIntent(trx, refused) };
    return { status: 402, body: { error } };
  }
  const changes = {
    status: 'succeeded',
    method_id: method.id,
    last_refusal: null,
    charge_id: newStripeId('ch'),
  } as const;
  const paid = await repository.changeOpen(trx, intent.id, changes);
  if (!paid) throw await unexpectedState(trx, intent.id, 'confirm');
  return ok(await toPaymentIntent(trx, paid));
}

export async function cancelIntent(trx: Trx, intent: IntentTable, now: number): Promise<Answer> {
  const canceled = await repository.changeOpen(trx, intent.id, { status: 'canceled', canceled_at: now });
  if (!canceled) throw await unexpectedState(trx, intent.id, 'cancel');
  return ok(await toPaymentIntent(trx, canceled));
}

/** Gives all of the money back. */
export async function refundIntent(trx: Trx, form: Form, now: number): Promise<Answer> {
  const id = textOf(form, 'payment_intent');
  if (!id) throw missingParameter('payment_intent');
  const intent = await getIntent(trx, id);
  const refunded = await repository.markRefunded(trx, id, newStripeId('re'));
  if (refunded) return ok(toRefund(refunded, now));
  if (intent.refund_id) {
    throw invalidRequest(`Charge ${intent.charge_id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  throw invalidRequest(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
}

async function methodOf(trx: Trx, intent: IntentTable, form: Form, now: number) {
  const id = textOf(form, 'payment_method') ?? undefined;
  if (id) return getMethod(trx, id);
  if (form.payment_method_data !== undefined)
    return createMethod(trx, nested(form, 'payment_method_data'), now);
  if (intent.method_id && intent.status === 'requires_confirmation') return getMethod(trx, intent.method_id);
  throw invalidRequest(
    'You cannot confirm this PaymentIntent because it is missing a payment method. To confirm the PaymentIntent, specify a payment method.',
    { code: 'payment_intent_unexpected_state' },
  );
}

async function unexpectedState(trx: Trx, id: string, what: 'confirm' | 'cancel') {
  const now = await getIntent(trx, id);
  return new StripeShapedError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${what} this PaymentIntent because it has a status of ${now.status}.`,
    payment_intent: await toPaymentIntent(trx, now),
  });
}

function metadataOf(form: Form): Record<string, string> {
  const pairs = Object.entries(nested(form, 'metadata'));
  if (pairs.length > 50) throw invalidRequest('Metadata can have up to 50 keys.', { param: 'metadata' });
  return Object.fromEntries(
    pairs.map(([key, value]) => {
      if (typeof value !== 'string' || key.length > 40 || value.length > 500) {
        throw invalidRequest(
          'Metadata values must be strings of up to 500 characters, their keys of up to 40.',
          {
            param: 'metadata',
          },
        );
      }
      return [key, value];
    }),
  );
}
