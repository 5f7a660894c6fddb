import type { Kysely } from 'kysely';
import { getCharge, presentCharge } from '../charges/rules.ts';
import { getIntent } from '../intents/find.ts';
import { toPaymentIntent } from '../intents/present.ts';
import type { CardTables, RefundTable } from '../schema/tables.ts';

/** What Stripe's test card has for a reason. */
const failure_reason = 'expired_or_canceled_card';

/** Ids of a refund that may be answered with all that stands behind them. */
export const expandable = ['charge', 'payment_intent'] as const;
export type Expanded = ReadonlySet<(typeof expandable)[number]>;

/** The refund as Stripe writes it. */
export async function toRefund(db: Kysely<CardTables>, refund: RefundTable, expanded: Expanded = new Set()) {
  const intent = await getIntent(db, refund.intent_id);
  return {
    id: refund.id,
    object: 'refund' as const,
    amount: refund.amount,
    balance_transaction: null,
    charge: expanded.has('charge')
      ? await presentCharge(db, await getCharge(db, refund.charge_id))
      : refund.charge_id,
    created: Math.floor(refund.created_at / 1000),
    currency: intent.currency,
    customer: null,
    customer_account: null,
    ...(refund.status === 'failed' && { failure_reason }),
    metadata: JSON.parse(refund.metadata) as Record<string, string>,
    payment_intent: expanded.has('payment_intent') ? await toPaymentIntent(db, intent) : refund.intent_id,
    payment_method: intent.method_id,
    ...(refund.status === 'pending' && { pending_reason: 'processing' as const }),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}
