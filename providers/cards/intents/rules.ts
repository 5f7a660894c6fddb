import type { Transaction } from 'kysely';
import type { Change } from '../http/calls.ts';
import { expandedBy } from '../http/expand.ts';
import { type Form, nested, textOf } from '../http/form.ts';
import type { Answer } from '../http/idempotency.ts';
import { booleanOf, choiceOf, onlyKnown } from '../http/parameters.ts';
import { invalidRequest } from '../http/stripe-error.ts';
import { createMethod, givenMethod, namedMethod } from '../methods/rules.ts';
import {
  type CardTables,
  cancellationReasons,
  type IntentTable,
  type MethodTable,
} from '../schema/tables.ts';
import { getIntent } from './find.ts';
import { readNewIntent } from './new-intent.ts';
import { toPaymentError } from './payment-error.ts';
import { type Expanded, expandable, toPaymentIntent } from './present.ts';
import * as repository from './repository.ts';
import { type How, readHow, tryMethod } from './try-method.ts';
import { unexpectedState } from './unexpected-state.ts';

type Trx = Transaction<CardTables>;
const ok = (body: object): Answer => ({ status: 200, body });

/** With `confirm` its card is tried at once. @throws StripeShapedError 400 */
export async function createIntent(change: Change, form: Form): Promise<Answer> {
  const { trx, now, tell } = change;
  const intent = readNewIntent(form, now);
  const expanded = expandedBy(form, expandable);
  const how = readHow(form);
  const method = await readMethod(trx, form, now);
  const confirmed = booleanOf(form, 'confirm');
  if (confirmed && !method) throw withoutMethod();
  const waiting = method && { status: 'requires_confirmation' as const, method_id: method.id };
  const created = { ...intent, ...waiting };
  await repository.addIntent(trx, created);
  await tell('payment_intent.created', await toPaymentIntent(trx, created));
  if (confirmed && method) return confirmWith(change, created.id, method, how, expanded);
  return ok(await toPaymentIntent(trx, created, expanded));
}

/** Tries the card. A refusal is an answer of its own (402), and leaves the intent open for another card. */
export async function confirmIntent(change: Change, intent: IntentTable, form: Form): Promise<Answer> {
  const { trx, now } = change;
  onlyKnown(form, ['payment_method', 'payment_method_data', 'error_on_requires_action', 'off_session']);
  const expanded = expandedBy(form, expandable);
  const how = readHow(form);
  if (['succeeded', 'canceled'].includes(intent.status)) {
    throw unexpectedState('confirm', await toPaymentIntent(trx, intent));
  }
  const method = (await readMethod(trx, form, now)) ?? (await waitingMethod(trx, intent));
  return confirmWith(change, intent.id, method, how, expanded);
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

async function confirmWith(
  change: Change,
  id: string,
  method: MethodTable,
  how: How,
  expanded: Expanded,
): Promise<Answer> {
  const tried = await tryMethod(change, id, method, how);
  if (!tried) {
    throw unexpectedState('confirm', await toPaymentIntent(change.trx, await getIntent(change.trx, id)));
  }
  const payment_intent = await toPaymentIntent(change.trx, tried, expanded);
  if (!tried.last_refusal) return ok(payment_intent);
  const error = { ...toPaymentError(tried.last_refusal, method, tried), payment_intent };
  return { status: 402, body: { error } };
}

async function readMethod(trx: Trx, form: Form, now: number): Promise<MethodTable | undefined> {
  const id = textOf(form, 'payment_method');
  if (id) return givenMethod(trx, id, now);
  if (form.payment_method_data === undefined) return undefined;
  return createMethod(trx, nested(form, 'payment_method_data'), now);
}

async function waitingMethod(trx: Trx, { status, method_id }: IntentTable): Promise<MethodTable> {
  if (method_id && ['requires_confirmation', 'requires_action'].includes(status)) {
    return namedMethod(trx, method_id);
  }
  throw withoutMethod();
}

const withoutMethod = () =>
  invalidRequest(
    'You cannot confirm this PaymentIntent because it is missing a payment method. To confirm the PaymentIntent, specify a payment method.',
    { code: 'payment_intent_unexpected_state' },
  );
