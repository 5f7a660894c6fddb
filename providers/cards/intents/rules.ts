import type { Transaction } from 'kysely';
import { toCharge } from '../charges/present.ts';
import { addCharge } from '../charges/repository.ts';
import type { Change } from '../http/calls.ts';
import { expandedBy } from '../http/expand.ts';
import { type Form, nested, textOf } from '../http/form.ts';
import type { Answer } from '../http/idempotency.ts';
import { booleanOf, choiceOf, onlyKnown } from '../http/parameters.ts';
import { invalidRequest } from '../http/stripe-error.ts';
import { newStripeId } from '../ids.ts';
import { createMethod, namedMethod } from '../methods/rules.ts';
import {
  type CardTables,
  cancellationReasons,
  type IntentStatus,
  type IntentTable,
  type MethodTable,
} from '../schema/tables.ts';
import { getIntent } from './find.ts';
import { readNewIntent } from './new-intent.ts';
import { type Expanded, expandable, toPaymentError, toPaymentIntent } from './present.ts';
import * as repository from './repository.ts';
import { unexpectedState } from './unexpected-state.ts';

type Trx = Transaction<CardTables>;
type Confirmation = { method: MethodTable; expanded: Expanded };
const ok = (body: object): Answer => ({ status: 200, body });

/** With `confirm` it is charged at once. @throws StripeShapedError 400, 402 */
export async function createIntent(change: Change, form: Form): Promise<Answer> {
  const { trx, now, tell } = change;
  const intent = readNewIntent(form, now);
  const expanded = expandedBy(form, expandable);
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

/** Tries the card. A refusal is an answer of its own (402), and leaves the intent open for another card. */
export async function confirmIntent(change: Change, intent: IntentTable, form: Form): Promise<Answer> {
  const { trx, now } = change;
  onlyKnown(form, ['payment_method', 'payment_method_data', 'error_on_requires_action', 'off_session']);
  const expanded = expandedBy(form, expandable);
  if (hasEnded(intent.status)) throw unexpectedState('confirm', await toPaymentIntent(trx, intent));
  const method = (await givenMethod(trx, form, now)) ?? (await waitingMethod(trx, intent));
  return charge(change, intent, { method, expanded });
}

/** @throws StripeShapedError 400 */
export async function cancelIntent({ trx, now, tell }: Change, id: string, form: Form): Promise<Answer> {
  onlyKnown(form, ['cancellation_reason']);
  const reason = choiceOf(form, 'cancellation_reason', cancellationReasons) ?? null;
  const expanded = expandedBy(form, expandable);
  const changes = { status: 'canceled', canceled_at: now, cancellation_reason: reason } as const;
  const canceled = await repository.changeOpen(trx, id, changes);
  if (!canceled) throw unexpectedState('cancel', await toPaymentIntent(trx, await getIntent(trx, id)));
  await tell('payment_intent.canceled', await toPaymentIntent(trx, canceled));
  return ok(await toPaymentIntent(trx, canceled, expanded));
}

/** The one place where money moves: the database lets one try of an open intent through. */
async function charge(
  { trx, now, tell }: Change,
  { id }: IntentTable,
  { method, expanded }: Confirmation,
): Promise<Answer> {
  const refusal = method.outcome === 'success' ? null : method.outcome;
  const chargeId = newStripeId('ch');
  const tried = await repository.changeOpen(trx, id, {
    status: refusal ? 'requires_payment_method' : 'succeeded',
    method_id: method.id,
    last_refusal: refusal,
    charge_id: chargeId,
  });
  if (!tried) throw unexpectedState('confirm', await toPaymentIntent(trx, await getIntent(trx, id)));
  const charge = {
    id: chargeId,
    intent_id: id,
    method_id: method.id,
    amount: tried.amount,
    refunded: 0,
    refusal,
    created_at: now,
  };
  await addCharge(trx, charge);
  const end = await toPaymentIntent(trx, tried);
  await tell(refusal ? 'charge.failed' : 'charge.succeeded', toCharge({ charge, intent: tried, method }));
  await tell(refusal ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', end);
  const payment_intent = await toPaymentIntent(trx, tried, expanded);
  if (!refusal) return ok(payment_intent);
  return { status: 402, body: { error: { ...toPaymentError(refusal, method, tried), payment_intent } } };
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
