import type { Kysely } from 'kysely';
import { getIntent } from '../intents/find.ts';
import type { CardTables, RefundTable } from '../schema/tables.ts';

/** What Stripe's test card has for a reason. */
const failure_reason = 'expired_or_canceled_card';

/** The refund as Stripe writes it. */
export async function toRefund(db: Kysely<CardTables>, refund: RefundTable) {
  const intent = await getIntent(db, refund.intent_id);
  return {
    id: refund.id,
    object: 'refund' as const,
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.charge_id,
    created: Math.floor(refund.created_at / 1000),
    currency: intent.currency,
    customer: null,
    customer_account: null,
    ...(refund.status === 'failed' && { failure_reason }),
    metadata: JSON.parse(refund.metadata) as Record<string, string>,
    payment_intent: refund.intent_id,
    payment_method: intent.method_id,
    ...(refund.status === 'pending' && { pending_reason: 'processing' as const }),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}
