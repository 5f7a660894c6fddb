import type { WriteContext } from './http/calls.ts';
import { invalidRequestError } from './http/errors.ts';
import { type Form, integerParameter, parseForm, text } from './http/form.ts';
import { getIntent } from './intents.ts';
import { findRow, insertRow, reverseCharge } from './repository.ts';
import type { ChargeRow, Db, RefundRow } from './schema/tables.ts';
import { createId, formatAmount, toCharge, toRefund } from './serialize.ts';

const refundShape = { payment_intent: text, amount: integerParameter(1, 99_999_999).optional() };

/** Refunds the amount, or all that is left of the charge. @throws StripeShapedError 400, 404 */
export async function createRefund({ trx, now, emit }: WriteContext, form: Form): Promise<object> {
  const { payment_intent, amount: requested } = parseForm(form, refundShape);
  const before = await chargeOf(trx, payment_intent);
  const amount = requested ?? before.amount - before.refunded;
  // The conditional update decides, because a concurrent refund may have taken the rest.
  const charge = amount > 0 ? await reverseCharge(trx, before.id, amount) : undefined;
  if (!charge) throw await notRefundable(trx, before.id, amount);
  const refund: RefundRow = {
    id: createId('re'),
    charge_id: charge.id,
    intent_id: charge.intent_id,
    amount,
    status: 'succeeded',
    metadata: '{}',
    created_at: now,
  };
  await insertRow(trx, 'cards_refunds', refund);
  await emit('charge.refunded', await toCharge(trx, charge));
  return toRefund(refund);
}

/** Returns the charge that paid an intent. @throws StripeShapedError 400, 404 */
async function chargeOf(db: Db, intentId: string): Promise<ChargeRow> {
  const { status, charge_id } = await getIntent(db, intentId);
  const charge =
    status === 'succeeded' && charge_id ? await findRow(db, 'cards_charges', charge_id) : undefined;
  if (!charge) throw invalidRequestError('This PaymentIntent does not have a successful charge to refund.');
  if (charge.disputed === 1)
    throw invalidRequestError(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    );
  return charge;
}

async function notRefundable(db: Db, id: string, amount: number) {
  const charge = (await findRow(db, 'cards_charges', id)) as ChargeRow;
  const remaining = charge.amount - charge.refunded;
  if (remaining === 0)
    return invalidRequestError(`Charge ${id} has already been refunded.`, 'charge_already_refunded');
  const { currency } = await getIntent(db, charge.intent_id);
  const message = `Refund amount (${formatAmount(amount, currency)}) is greater than unrefunded amount on charge (${formatAmount(remaining, currency)})`;
  return invalidRequestError(message, undefined, 'amount');
}
