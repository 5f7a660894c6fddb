import { cardOf, toBillingDetails } from '../methods/present.ts';
import { refusals } from '../methods/test-cards.ts';
import type { IntentTable, MethodTable } from '../schema/tables.ts';

/** The latest try of an intent, as Stripe writes a charge. */
export function toCharge(row: IntentTable & { charge_id: string }, method: MethodTable) {
  const { refunded, paid, failure } = outcomeOf(row);
  return {
    id: row.charge_id,
    object: 'charge' as const,
    amount: row.amount,
    amount_captured: paid ? row.amount : 0,
    amount_refunded: refunded ? row.amount : 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: toBillingDetails(method),
    calculated_statement_descriptor: null,
    captured: paid,
    created: Math.floor((row.charged_at ?? row.created_at) / 1000),
    currency: row.currency,
    customer: null,
    description: row.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: row.last_refusal,
      risk_level: 'normal',
      seller_message: paid
        ? 'Payment complete.'
        : 'The bank did not return any further details with this decline.',
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: row.id,
    payment_method: method.id,
    payment_method_details: { card: toChargedCard(row, method), type: 'card' as const },
    receipt_email: row.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? ('succeeded' as const) : ('failed' as const),
    transfer_data: null,
    transfer_group: null,
  };
}

function outcomeOf(row: IntentTable) {
  return {
    paid: row.last_refusal === null,
    refunded: row.refund_id !== null,
    failure: row.last_refusal && refusals[row.last_refusal],
  };
}

function toChargedCard(row: IntentTable, method: MethodTable) {
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status, wallet } =
    cardOf(method);
  const paid = row.last_refusal === null;
  return {
    amount_authorized: paid ? row.amount : null,
    authorization_code: null,
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: row.last_refusal === 'incorrect_cvc' ? ('fail' as const) : ('pass' as const),
    },
    country,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    fingerprint,
    funding,
    installments: null,
    last4,
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet,
  };
}
