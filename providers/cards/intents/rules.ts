import type { Kysely, Transaction } from 'kysely';
import { toCharge } from '../charges/present.ts';
import type { Change } from '../http/calls.ts';
import { type Expanded, expandedBy } from '../http/expand.ts';
import { type Form, nested, textOf } from '../http/form.ts';
import type { Answer } from '../http/idempotency.ts';
import { booleanOf, choiceOf, onlyKnown } from '../http/parameters.ts';
import { invalidRequest, missingParameter, noSuch } from '../http/stripe-error.ts';
import { newStripeId } from '../ids.ts';
import { createMethod, namedMethod } from '../methods/rules.ts';
import {
  type CardTables,
  cancellationReasons,
  type IntentStatus,
  type IntentTable,
  type MethodTable,
} from '../schema/tables.ts';
import { readNewIntent } from './new-intent.ts';
import { toPaymentError, toPaymentIntent, toRefund } from './present.ts';
import * as repository from './repository.ts';
import { unexpectedState } from './unexpected-state.ts';

type Trx = Transaction<CardTables>;
type Confirmation = { method: MethodTable; expanded: Expanded };
const ok = (body: object): Answer => ({ status: 200, body });

/** With `confirm` it is charged at once. @throws StripeShapedError 400, 402 */
export async function createIntent(change: Change, form: Form): Promise<Answer> {
  const { trx, now, tell } = change;
  const intent = readNewIntent(form, now);
  const expanded = expandedBy(form);
  const method = await givenMethod(trx, form, now);
  const confirmed = booleanOf(form, 'confirm');
  if (confirmed && !method) throw withoutMethod();
  const waiting = method && { status: 'requires_confirmation' as const, method_id: method.id };
  const created = { ...intent, ...waiting };
  await repository.addIntent(trx, created);
  await tell('payment_intent.created', await toPaymentIntent(trx, created));
  if (confirmed && method) return charge(change, created, { method, expanded });
  return ok(await toPaymentIntent(trx, created, expanded));
}

/** @throws StripeShapedError 404 */
export async function getIntent(db: Kysely<CardTables>, id: string): Promise<IntentTable> {
  const intent = await repository.findIntent(db, id);
  if (!intent) throw noSuch(`payment_intent: '${id.slice(0, 100)}'`, 'intent');
  return intent;
}

/** Tries the card. A refusal is an answer of its own (402), and leaves the intent open for another card. */
export async function confirmIntent(change: Change, intent: IntentTable, form: Form): Promise<Answer> {
  const { trx, now } = change;
  onlyKnown(form, ['payment_method', 'payment_method_data', 'error_on_requires_action', 'off_session']);
  const expanded = expandedBy(form);
  if (hasEnded(intent.status)) throw unexpectedState('confirm', await toPaymentIntent(trx, intent));
  const method = (await givenMethod(trx, form, now)) ?? (await waitingMethod(trx, intent));
  return charge(change, intent, { method, expanded });
}

/** @throws StripeShapedError 400 */
export async function cancelIntent({ trx, now, tell }: Change, id: string, form: Form): Promise<Answer> {
  onlyKnown(form, ['cancellation_reason']);
  const reason = choiceOf(form, 'cancellation_reason', cancellationReasons) ?? null;
  const expanded = expandedBy(form);
  const changes = { status: 'canceled', canceled_at: now, cancellation_reason: reason } as const;
  const canceled = await repository.changeOpen(trx, id, changes);
  if (!canceled) throw unexpectedState('cancel', await toPaymentIntent(trx, await getIntent(trx, id)));
  await tell('payment_intent.canceled', await toPaymentIntent(trx, canceled));
  return ok(await toPaymentIntent(trx, canceled, expanded));
}

/** Gives all of the money back. */
export async function refundIntent({ trx, now, tell }: Change, form: Form): Promise<Answer> {
  const id = textOf(form, 'payment_intent');
  if (!id) throw missingParameter('payment_intent');
  const intent = await getIntent(trx, id);
  const refunded = await repository.markRefunded(trx, id, newStripeId('re'));
  if (refunded) {
    const refund = toRefund(refunded, now);
    await tell('refund.created', refund);
    const before = { amount_refunded: 0, refunded: false };
    await tell('charge.refunded', await chargeOf(trx, refunded), before);
    return ok(refund);
  }
  if (intent.status === 'succeeded') {
    throw invalidRequest(`Charge ${intent.charge_id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  throw invalidRequest(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
}

/** The one place where money moves: the database lets one try of an open intent through. */
async function charge(
  { trx, now, tell }: Change,
  { id }: IntentTable,
  { method, expanded }: Confirmation,
): Promise<Answer> {
  const refusal = method.outcome === 'success' ? null : method.outcome;
  const charged = await repository.changeOpen(trx, id, {
    status: refusal ? 'requires_payment_method' : 'succeeded',
    method_id: method.id,
    last_refusal: refusal,
    charge_id: newStripeId('ch'),
    charged_at: now,
  });
  if (!charged) throw unexpectedState('confirm', await toPaymentIntent(trx, await getIntent(trx, id)));
  const end = await toPaymentIntent(trx, charged);
  await tell(refusal ? 'charge.failed' : 'charge.succeeded', await chargeOf(trx, charged));
  await tell(refusal ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', end);
  const payment_intent = await toPaymentIntent(trx, charged, expanded);
  if (!refusal) return ok(payment_intent);
  return { status: 402, body: { error: { ...toPaymentError(refusal, method, charged), payment_intent } } };
}

async function chargeOf(trx: Trx, intent: IntentTable): Promise<object> {
  const method = await namedMethod(trx, intent.method_id ?? '');
  return toCharge({ ...intent, charge_id: intent.charge_id ?? '' }, method);
}

const hasEnded = (status: IntentStatus): boolean => status === 'succeeded' || status === 'canceled';

async function givenMethod(trx: Trx, form: Form, now: number): Promise<MethodTable | undefined> {
  const id = textOf(form, 'payment_method');
  if (id) return namedMethod(trx, id);
  if (form.payment_method_data === undefined) return undefined;
  return createMethod(trx, nested(form, 'payment_method_data'), now);
}

async function waitingMethod(trx: Trx, intent: IntentTable): Promise<MethodTable> {
  if (intent.status !== 'requires_confirmation' || !intent.method_id) throw withoutMethod();
  return namedMethod(trx, intent.method_id);
}

const withoutMethod = () =>
  invalidRequest(
    'You cannot confirm this PaymentIntent because it is missing a payment method. To confirm the PaymentIntent, specify a payment method.',
    { code: 'payment_intent_unexpected_state' },
  );
