import { chargeCard } from '../charges/charge-card.ts';
import type { Change } from '../http/calls.ts';
import { toPaymentIntent } from '../intents/present.ts';
import { changeOpen } from '../intents/repository.ts';
import { namedMethod } from '../methods/rules.ts';
import type { AuthenticationTable } from '../schema/tables.ts';
import { keepAnswer } from './repository.ts';

export type Given = NonNullable<AuthenticationTable['answer']>;

/** The owner's answer; false when the question stands no more, and nothing has changed. */
export async function answer(
  change: Change,
  { id, intent_id, method_id }: AuthenticationTable,
  given: Given,
): Promise<boolean> {
  const ended =
    given === 'accepted'
      ? await chargeCard(change, intent_id, await namedMethod(change.trx, method_id), id)
      : await refuse(change, intent_id, id);
  if (ended) await keepAnswer(change.trx, id, given);
  return ended !== undefined;
}

async function refuse({ trx, tell }: Change, intentId: string, authenticationId: string) {
  const changes = { status: 'requires_payment_method', last_refusal: 'authentication_failed' } as const;
  const refused = await changeOpen(trx, intentId, changes, authenticationId);
  if (refused) await tell('payment_intent.payment_failed', await toPaymentIntent(trx, refused));
  return refused;
}
