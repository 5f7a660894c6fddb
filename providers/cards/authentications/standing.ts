import type { Kysely } from 'kysely';
import { findChargeOf } from '../charges/repository.ts';
import { getIntent } from '../intents/find.ts';
import { refusals } from '../methods/refusals.ts';
import { namedMethod } from '../methods/rules.ts';
import type { AuthenticationTable, CardTables, IntentTable, MethodTable } from '../schema/tables.ts';

/**
 * How a question to the bank stands: it waits for its answer; its answer moved money, none, or was that of a card that is
 * declined; or it can be answered no more, because the payment was cancelled, was made otherwise, or was begun anew.
 */
export type Standing = {
  state: 'waiting' | 'paid' | 'declined' | 'refused' | 'canceled' | 'paid-otherwise' | 'outdated';
  authentication: AuthenticationTable;
  intent: IntentTable;
  method: MethodTable;
  /** What the bank said of a declined card. */
  reason?: string;
};

export async function standingOf(
  db: Kysely<CardTables>,
  authentication: AuthenticationTable,
): Promise<Standing> {
  const intent = await getIntent(db, authentication.intent_id);
  const method = await namedMethod(db, authentication.method_id);
  const rows = { authentication, intent, method };
  if (authentication.answer === 'refused') return { ...rows, state: 'refused' };
  if (authentication.answer === 'accepted') {
    const refusal = (await findChargeOf(db, authentication.id))?.refusal;
    return refusal
      ? { ...rows, state: 'declined', reason: refusals[refusal].message }
      : { ...rows, state: 'paid' };
  }
  return { ...rows, state: unanswered(authentication, intent) };
}

function unanswered({ id }: AuthenticationTable, { status, authentication_id }: IntentTable) {
  if (status === 'canceled') return 'canceled';
  if (status === 'succeeded') return 'paid-otherwise';
  return status === 'requires_action' && authentication_id === id ? 'waiting' : 'outdated';
}
