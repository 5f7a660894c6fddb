import { days } from '#platform/time.ts';
import type { DisputeTable, IntentTable } from '../schema/tables.ts';

const RESPONSE_TIME = days(7);

/** Nobody submits evidence in the sandbox but the text that decides. */
const evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** The dispute as Stripe writes it. */
export function toDispute(
  { id, charge_id, intent_id, amount, reason, status, created_at }: DisputeTable,
  { currency }: Pick<IntentTable, 'currency'>,
) {
  return {
    id,
    object: 'dispute' as const,
    amount,
    balance_transactions: [],
    charge: charge_id,
    created: Math.floor(created_at / 1000),
    currency,
    enhanced_eligibility_types: [],
    evidence,
    evidence_details: {
      due_by: Math.floor((created_at + RESPONSE_TIME) / 1000),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: status === 'won' ? 1 : 0,
      submission_method: status === 'won' ? ('manual' as const) : ('not_submitted' as const),
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent_id,
    reason,
    status,
  };
}
