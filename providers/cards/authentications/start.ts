import type { Change } from '../http/calls.ts';
import { newStripeId } from '../ids.ts';
import { toPaymentIntent } from '../intents/present.ts';
import { changeOpen } from '../intents/repository.ts';
import type { IntentTable, MethodTable } from '../schema/tables.ts';
import { addAuthentication } from './repository.ts';

/** Where the bank's pages stand, below the sandbox's own address. */
export const pagesPath = '/three-d-secure';

/** The intent waits for its owner's answer; an earlier question is answered no more. */
export async function startAuthentication(
  { trx, now, tell, url }: Change,
  intentId: string,
  method: MethodTable,
  returnUrl: string | undefined,
): Promise<IntentTable | undefined> {
  const id = newStripeId('auth');
  await addAuthentication(trx, {
    id,
    intent_id: intentId,
    method_id: method.id,
    url: `${url}${pagesPath}/${id}`,
    return_url: returnUrl ?? null,
    answer: null,
    created_at: now,
  });
  const waiting = await changeOpen(trx, intentId, {
    status: 'requires_action',
    method_id: method.id,
    last_refusal: null,
    authentication_id: id,
  });
  if (waiting) await tell('payment_intent.requires_action', await toPaymentIntent(trx, waiting));
  return waiting;
}
