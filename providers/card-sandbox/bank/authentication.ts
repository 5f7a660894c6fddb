import { chargeCard } from '../charges.ts';
import { declineMessage } from '../declines.ts';
import type { WriteContext } from '../http/calls.ts';
import { getIntent } from '../intents.ts';
import { getMethod } from '../methods.ts';
import { findChargeByAuthentication, updateOpen, updateRow } from '../repository.ts';
import type { AuthenticationRow, Db, IntentRow, MethodRow } from '../schema/tables.ts';
import { toPaymentIntent } from '../serialize.ts';

export type BankDecision = NonNullable<AuthenticationRow['answer']>;

/**
 * An authentication and its state. `waiting`: open. `paid`, `declined`: accepted, and the charge succeeded
 * or failed. `refused`: the owner refused. `canceled`, `paid-otherwise`, `outdated`: it can no longer be
 * answered, because the payment was canceled, paid another way or tried again.
 */
export type Authentication = {
  state: 'waiting' | 'paid' | 'declined' | 'refused' | 'canceled' | 'paid-otherwise' | 'outdated';
  authentication: AuthenticationRow;
  intent: IntentRow;
  method: MethodRow;
  /** The bank's message about a declined card. */
  reason?: string;
};

export async function readAuthentication(db: Db, authentication: AuthenticationRow): Promise<Authentication> {
  const intent = await getIntent(db, authentication.intent_id);
  const rows = { authentication, intent, method: await getMethod(db, authentication.method_id) };
  if (authentication.answer === 'refused') return { ...rows, state: 'refused' };
  if (authentication.answer !== 'accepted')
    return { ...rows, state: stateWithoutAnswer(authentication, intent) };
  const decline = (await findChargeByAuthentication(db, authentication.id))?.refusal;
  if (decline) return { ...rows, state: 'declined', reason: declineMessage(decline).message };
  return { ...rows, state: 'paid' };
}

function stateWithoutAnswer({ id }: AuthenticationRow, { status, authentication_id }: IntentRow) {
  if (status === 'canceled') return 'canceled';
  if (status === 'succeeded') return 'paid-otherwise';
  return status === 'requires_action' && authentication_id === id ? 'waiting' : 'outdated';
}

/**
 * Records the owner's answer. Returns false, without any change, when the authentication no longer waits for
 * an answer.
 */
export async function decideAuthentication(
  change: WriteContext,
  { id, intent_id, method_id }: AuthenticationRow,
  answer: BankDecision,
): Promise<boolean> {
  const intent =
    answer === 'accepted'
      ? await chargeCard(change, intent_id, await getMethod(change.trx, method_id), id)
      : await failAuthentication(change, intent_id, id);
  if (intent) await updateRow(change.trx, 'cards_authentications', id, { answer });
  return intent !== undefined;
}

async function failAuthentication({ trx, emit }: WriteContext, intentId: string, authenticationId: string) {
  const changes = { status: 'requires_payment_method', last_refusal: 'authentication_failed' } as const;
  const intent = await updateOpen(trx, intentId, changes, authenticationId);
  if (intent) await emit('payment_intent.payment_failed', await toPaymentIntent(trx, intent));
  return intent;
}

/**
 * Returns the URL to send the browser back to, with the result in Stripe's parameters. Returns undefined if
 * there is no return URL.
 */
export function returnUrl({ authentication, intent, state }: Authentication): string | undefined {
  if (!authentication.return_url) return undefined;
  const url = new URL(authentication.return_url);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', state === 'paid' ? 'succeeded' : 'failed');
  return url.href;
}
