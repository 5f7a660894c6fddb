import type { Kysely } from 'kysely';
import { markDisputed } from '../charges/repository.ts';
import type { Change } from '../http/calls.ts';
import { type Form, nested, textOf } from '../http/form.ts';
import { onlyKnown } from '../http/parameters.ts';
import { invalidRequest, noSuch } from '../http/stripe-error.ts';
import { newStripeId } from '../ids.ts';
import { getIntent } from '../intents/find.ts';
import type {
  CardTables,
  ChargeTable,
  DisputeReason,
  DisputeStatus,
  DisputeTable,
} from '../schema/tables.ts';
import { toDispute } from './present.ts';
import { addDispute, closeDispute, findDispute } from './repository.ts';

/** The owner of a test card disputes the charge as soon as it has succeeded. */
export async function disputeCharge(
  { trx, now, tell }: Pick<Change, 'trx' | 'now' | 'tell'>,
  { id, intent_id, amount }: ChargeTable,
  reason: DisputeReason,
): Promise<void> {
  const dispute: DisputeTable = {
    id: newStripeId('dp'),
    charge_id: id,
    intent_id,
    amount,
    reason,
    status: 'needs_response',
    created_at: now,
  };
  await addDispute(trx, dispute);
  await markDisputed(trx, id);
  await tell('charge.dispute.created', await presentDispute(trx, dispute));
}

export const presentDispute = async (db: Kysely<CardTables>, dispute: DisputeTable) =>
  toDispute(dispute, await getIntent(db, dispute.intent_id));

/** @throws StripeShapedError 404 */
export async function getDispute(db: Kysely<CardTables>, id: string): Promise<DisputeTable> {
  const dispute = await findDispute(db, id);
  if (!dispute) throw noSuch(`dispute: '${id.slice(0, 100)}'`, 'id');
  return dispute;
}

/** What Stripe's test mode takes for evidence: https://docs.stripe.com/testing#evidence */
const outcomes: Readonly<Record<string, DisputeStatus>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
};

/** @throws StripeShapedError 400 for other evidence than that of the test mode, 404 */
export async function submitEvidence(change: Change, id: string, form: Form): Promise<object> {
  onlyKnown(form, ['evidence', 'submit']);
  const text = textOf(nested(form, 'evidence'), 'uncategorized_text') ?? '';
  const status = Object.hasOwn(outcomes, text) ? outcomes[text] : undefined;
  if (!status)
    throw invalidRequest('The sandbox takes winning_evidence or losing_evidence as uncategorized_text.', {
      param: 'evidence[uncategorized_text]',
    });
  return end(change, id, status);
}

/** Accepts the dispute: it is lost. @throws StripeShapedError 400, 404 */
export async function acceptDispute(change: Change, id: string, form: Form): Promise<object> {
  onlyKnown(form, []);
  return end(change, id, 'lost');
}

async function end({ trx, tell }: Change, id: string, status: DisputeStatus): Promise<object> {
  const before = await getDispute(trx, id);
  const dispute = await closeDispute(trx, id, status);
  if (!dispute) throw invalidRequest('This dispute is already closed.', { carriedOut: true });
  const body = await presentDispute(trx, dispute);
  await tell('charge.dispute.closed', body, { status: before.status });
  return body;
}
