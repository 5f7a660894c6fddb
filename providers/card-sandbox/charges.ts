import type { WriteContext } from './http/calls.ts';
import { insertRow, updateOpen } from './repository.ts';
import type { ChargeRow, IntentRow, MethodRow } from './schema/tables.ts';
import { createId, toPaymentIntent } from './serialize.ts';

/**
 * The only function that takes money. The conditional update charges only an open intent and, after an
 * authentication, only an intent that still waits for it. Returns the updated intent, or undefined if nothing
 * was attempted.
 */
export async function chargeCard(
  { trx, now, emit }: WriteContext,
  intentId: string,
  method: MethodRow,
  authenticationId: string | null = null,
): Promise<IntentRow | undefined> {
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
  await insertRow(trx, 'cards_charges', charge);
  const type = decline ? 'payment_intent.payment_failed' : 'payment_intent.succeeded';
  await emit(type, await toPaymentIntent(trx, intent));
  return intent;
}
