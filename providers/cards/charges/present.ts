import { cardOf, toBillingDetails } from '../methods/present.ts';
import { refusals } from '../methods/refusals.ts';
import type { ChargeTable, IntentTable, MethodTable } from '../schema/tables.ts';

/** The rows that a charge is written from. */
export type ChargeRows = { charge: ChargeTable; intent: IntentTable; method: MethodTable };

/** One try of a card, as Stripe writes a charge. */
export function toCharge({ charge, intent, method }: ChargeRows) {
  const paid = charge.refusal === null;
  const failure = charge.refusal && refusals[charge.refusal];
  return {
    id: charge.id,
    object: 'charge' as const,
    amount: charge.amount,
    amount_captured: paid ? charge.amount : 0,
    amount_refunded: charge.refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: toBillingDetails(method),
    calculated_statement_descriptor: null,
    captured: paid,
    created: Math.floor(charge.created_at / 1000),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: charge.disputed === 1,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: JSON.parse(intent.metadata) as Record<string, string>,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: charge.refusal,
      risk_level: 'normal',
      seller_message: paid
        ? 'Payment complete.'
        : 'The bank did not return any further details with this decline.',
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: toChargedCard(charge, method), type: 'card' as const },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.refunded === charge.amount,
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

/** The owner of the card has answered the bank: each of the cards that are asked about is a Visa. */
const authenticated = {
  authentication_flow: 'challenge' as const,
  electronic_commerce_indicator: '05' as const,
  exemption_indicator: null,
  result: 'authenticated' as const,
  result_reason: null,
  transaction_id: null,
  version: '2.2.0' as const,
};

function toChargedCard(charge: ChargeTable, method: MethodTable) {
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status, wallet } =
    cardOf(method);
  const paid = charge.refusal === null;
  return {
    amount_authorized: paid ? charge.amount : null,
    authorization_code: null,
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: charge.refusal === 'incorrect_cvc' ? ('fail' as const) : ('pass' as const),
    },
    country,
    electronic_commerce_indicator: charge.authentication_id
      ? authenticated.electronic_commerce_indicator
      : null,
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
    three_d_secure: charge.authentication_id ? authenticated : null,
    transaction_link_id: null,
    wallet,
  };
}
