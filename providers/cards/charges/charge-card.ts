import { disputeCharge } from '../disputes/rules.ts';
import type { Change } from '../http/calls.ts';
import { newStripeId } from '../ids.ts';
import { toPaymentIntent } from '../intents/present.ts';
import { changeOpen } from '../intents/repository.ts';
import type { ChargeTable, IntentTable, MethodTable } from '../schema/tables.ts';
import { toCharge } from './present.ts';
import { addCharge } from './repository.ts';

/**
 * The one place where money moves: the database lets one try of an open intent through, and of one that waits for an
 * answer to the bank only the try that the answer allows. Gives the intent as it stands then; nothing when it had ended.
 */
export async function chargeCard(
  { trx, now, tell }: Change,
  intentId: string,
  method: MethodTable,
  authenticationId: string | null,
): Promise<IntentTable | undefined> {
  const refusal = method.outcome === 'success' ? null : method.outcome;
  const id = newStripeId('ch');
  const changes = {
    status: refusal ? ('requires_payment_method' as const) : ('succeeded' as const),
    method_id: method.id,
    last_refusal: refusal,
    charge_id: id,
  };
  const intent = await changeOpen(trx, intentId, changes, authenticationId);
  if (!intent) return undefined;
  const charge: ChargeTable = {
    id,
    intent_id: intentId,
    method_id: method.id,
    amount: intent.amount,
    refunded: 0,
    disputed: 0,
    refusal,
    authentication_id: authenticationId,
    created_at: now,
  };
  await addCharge(trx, charge);
  await tell(refusal ? 'charge.failed' : 'charge.succeeded', toCharge({ charge, intent, method }));
  const told = refusal ? 'payment_intent.payment_failed' : 'payment_intent.succeeded';
  await tell(told, await toPaymentIntent(trx, intent));
  if (!refusal && method.dispute) await disputeCharge({ trx, now, tell }, charge, method.dispute);
  return intent;
}
