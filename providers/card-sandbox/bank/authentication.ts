import { chargeCard } from '../charges.ts';
import { declineMessage } from '../declines.ts';
import type { Change } from '../http/calls.ts';
import { getIntent } from '../intents.ts';
import { getMethod } from '../methods.ts';
import { findChargeOf, update, updateOpen } from '../repository.ts';
import type { AuthenticationTable, Db, IntentTable, MethodTable } from '../schema/tables.ts';
import { toPaymentIntent } from '../serialize.ts';

export type BankDecision = NonNullable<AuthenticationTable['answer']>;

/**
 * An authentication and its state: it waits for its answer; the answer charged the card, or the card was declined, or the
 * owner refused; or it can no longer be answered: the payment was canceled, made otherwise, or tried again.
 */
export type Authentication = {
  state: 'waiting' | 'paid' | 'declined' | 'refused' | 'canceled' | 'paid-otherwise' | 'outdated';
  authentication: AuthenticationTable;
  intent: IntentTable;
  method: MethodTable;
  /** The bank's message about a declined card. */
  reason?: string;
};

export async function readAuthentication(
  db: Db,
  authentication: AuthenticationTable,
): Promise<Authentication> {
  const intent = await getIntent(db, authentication.intent_id);
  const rows = { authentication, intent, method: await getMethod(db, authentication.method_id) };
  if (authentication.answer === 'refused') return { ...rows, state: 'refused' };
  if (authentication.answer !== 'accepted') return { ...rows, state: unanswered(authentication, intent) };
  const refusal = (await findChargeOf(db, authentication.id))?.refusal;
  if (refusal) return { ...rows, state: 'declined', reason: declineMessage(refusal).message };
  return { ...rows, state: 'paid' };
}

function unanswered({ id }: AuthenticationTable, { status, authentication_id }: IntentTable) {
  if (status === 'canceled') return 'canceled';
  if (status === 'succeeded') return 'paid-otherwise';
  return status === 'requires_action' && authentication_id === id ? 'waiting' : 'outdated';
}

/** Records the owner's answer; false when the question no longer waits, and nothing has changed. */
export async function decideAuthentication(
  change: Change,
  { id, intent_id, method_id }: AuthenticationTable,
  answer: BankDecision,
): Promise<boolean> {
  const ended =
    answer === 'accepted'
      ? await chargeCard(change, intent_id, await getMethod(change.trx, method_id), id)
      : await refuse(change, intent_id, id);
  if (ended) await update(change.trx, 'cards_authentications', id, { answer });
  return ended !== undefined;
}

async function refuse({ trx, emit }: Change, intentId: string, authenticationId: string) {
  const changes = { status: 'requires_payment_method', last_refusal: 'authentication_failed' } as const;
  const refused = await updateOpen(trx, intentId, changes, authenticationId);
  if (refused) await emit('payment_intent.payment_failed', await toPaymentIntent(trx, refused));
  return refused;
}

/** Where the browser goes back to, with the result in Stripe's parameters; nothing when no address was given. */
export function returnUrl({ authentication, intent, state }: Authentication): string | undefined {
  if (!authentication.return_url) return undefined;
  const url = new URL(authentication.return_url);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', state === 'paid' ? 'succeeded' : 'failed');
  return url.href;
}
