import type { Kysely } from 'kysely';
import { takeBack } from '../charges/repository.ts';
import { getCharge, presentCharge } from '../charges/rules.ts';
import type { Change } from '../http/calls.ts';
import { expandedBy } from '../http/expand.ts';
import { type Form, integerOf, textOf } from '../http/form.ts';
import { readMetadata } from '../http/metadata.ts';
import { moneyText } from '../http/money.ts';
import { choiceOf, onlyKnown } from '../http/parameters.ts';
import { invalidRequest } from '../http/stripe-error.ts';
import { newStripeId } from '../ids.ts';
import { getIntent } from '../intents/find.ts';
import { namedMethod } from '../methods/rules.ts';
import { type CardTables, type ChargeTable, type RefundTable, refundReasons } from '../schema/tables.ts';
import { beginning } from './later.ts';
import { expandable, toRefund } from './present.ts';
import { addRefund } from './repository.ts';

/** Gives back all that is left of a charge, or as much as is named. @throws StripeShapedError 400, 404 */
export async function createRefund({ trx, now, tell }: Change, form: Form): Promise<object> {
  onlyKnown(form, ['amount', 'charge', 'metadata', 'payment_intent', 'reason']);
  const reason = choiceOf(form, 'reason', refundReasons) ?? null;
  const metadata = JSON.stringify(readMetadata(form));
  const expanded = expandedBy(form, expandable);
  const asked = readAmount(form);
  const before = await namedCharge(trx, form);
  const amount = asked ?? before.amount - before.refunded;
  // Nothing left is no amount to give back; what somebody else has just taken back the database knows.
  if (before.disputed === 1) throw disputed(before.id);
  const charge = amount > 0 ? await takeBack(trx, before.id, amount) : undefined;
  if (!charge) throw await notRefundable(trx, before, amount);
  const { refund: outcome } = await namedMethod(trx, charge.method_id);
  const refund: RefundTable = {
    id: newStripeId('re'),
    charge_id: charge.id,
    intent_id: charge.intent_id,
    amount,
    reason,
    ...beginning(outcome, now),
    metadata,
    created_at: now,
  };
  await addRefund(trx, refund);
  await tell('refund.created', await toRefund(trx, refund));
  await tell('charge.refunded', await presentCharge(trx, charge), {
    amount_refunded: charge.refunded - amount,
    ...(charge.refunded === charge.amount && { refunded: false }),
  });
  return toRefund(trx, refund, expanded);
}

function readAmount(form: Form): number | undefined {
  const amount = integerOf(form, 'amount');
  if (amount === undefined || amount > 0) return amount;
  throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
}

async function namedCharge(db: Kysely<CardTables>, form: Form): Promise<ChargeTable> {
  const intentId = textOf(form, 'payment_intent');
  const chargeId = textOf(form, 'charge');
  if (chargeId) {
    const charge = await getCharge(db, chargeId);
    if (!intentId || intentId === charge.intent_id) return charge;
    throw invalidRequest(`The charge ${chargeId} does not belong to the payment intent ${intentId}.`);
  }
  if (!intentId) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = await getIntent(db, intentId);
  if (intent.status === 'succeeded' && intent.charge_id) return getCharge(db, intent.charge_id);
  throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
    carriedOut: true,
  });
}

const disputed = (id: string) =>
  invalidRequest(`Charge ${id} has been charged back; cannot issue a refund.`, {
    code: 'charge_disputed',
    carriedOut: true,
  });

async function notRefundable(db: Kysely<CardTables>, { id, intent_id }: ChargeTable, amount: number) {
  const { currency } = await getIntent(db, intent_id);
  const now = await getCharge(db, id);
  if (now.refusal)
    return invalidRequest(`Charge ${id} has failed: there is nothing to refund.`, {
      code: 'charge_not_refundable',
      carriedOut: true,
    });
  if (now.refunded === now.amount) {
    return invalidRequest(`Charge ${id} has already been refunded.`, {
      code: 'charge_already_refunded',
      carriedOut: true,
    });
  }
  const left = moneyText(now.amount - now.refunded, currency);
  return invalidRequest(
    `Refund amount (${moneyText(amount, currency)}) is greater than unrefunded amount on charge (${left})`,
    { param: 'amount', carriedOut: true },
  );
}
