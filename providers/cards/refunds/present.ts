import type { IntentTable, RefundTable } from '../schema/tables.ts';

/** The refund as Stripe writes it; the sandbox has given the money back as soon as it is asked to. */
export function toRefund(refund: RefundTable, intent: IntentTable) {
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
    metadata: JSON.parse(refund.metadata) as Record<string, string>,
    payment_intent: refund.intent_id,
    payment_method: intent.method_id,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
