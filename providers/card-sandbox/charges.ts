import type { WriteContext } from './http/calls.ts';
import { add, update, updateOpen } from './repository.ts';
import type { ChargeRow, DisputeRow, IntentRow, MethodRow } from './schema/tables.ts';
import { createId, toDispute, toPaymentIntent } from './serialize.ts';

/**
 * The only function that takes money. The conditional update lets one attempt of an open intent through; while the
 * intent waits for the bank, only the authenticated attempt. Returns the updated intent, or undefined if it has ended.
 */
export async function chargeCard(
  change: WriteContext,
  intentId: string,
  method: MethodRow,
  authenticationId: string | null = null,
): Promise<IntentRow | undefined> {
  const { trx, now, emit } = change;
  const decline = method.outcome === 'success' ? null : method.outcome;
  const id = createId('ch');
  const changes = {
    status: decline ? ('requires_payment_method' as const) : ('succeeded' as const),
    method_id: method.id,
    last_refusal: decline,
    charge_id: id,
  };
  const intent = await updateOpen(trx, intentId, changes, authenticationId);
  if (!intent) return undefined;
  const charge: ChargeRow = {
    id,
    intent_id: intentId,
    method_id: method.id,
    amount: intent.amount,
    refunded: 0,
    disputed: 0,
    refusal: decline,
    authentication_id: authenticationId,
    created_at: now,
  };
  await add(trx, 'cards_charges', charge);
  const type = decline ? 'payment_intent.payment_failed' : 'payment_intent.succeeded';
  await emit(type, await toPaymentIntent(trx, intent));
  if (!decline && method.dispute) await disputeCharge(change, charge, method.dispute);
  return intent;
}

/** The owners of some test cards dispute a charge as soon as it has succeeded. */
async function disputeCharge(
  { trx, now, emit }: WriteContext,
  { id, intent_id, amount }: ChargeRow,
  reason: DisputeRow['reason'],
): Promise<void> {
  const dispute: DisputeRow = {
    id: createId('dp'),
    charge_id: id,
    intent_id,
    amount,
    reason,
    status: 'needs_response',
    created_at: now,
  };
  await add(trx, 'cards_disputes', dispute);
  await update(trx, 'cards_charges', id, { disputed: 1 });
  await emit('charge.dispute.created', toDispute(dispute));
}
