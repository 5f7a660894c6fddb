import type { Kysely } from 'kysely';
import { toPaymentMethod } from '../methods/present.ts';
import { findMethod } from '../methods/repository.ts';
import { type Refusal, refusals } from '../methods/test-cards.ts';
import type { CardTables, IntentTable, MethodTable } from '../schema/tables.ts';

const seconds = (instant: number): number => Math.floor(instant / 1000);

/** The payment intent as Stripe writes it. */
export async function toPaymentIntent(db: Kysely<CardTables>, row: IntentTable) {
  const method = row.method_id ? await findMethod(db, row.method_id) : undefined;
  const refused = row.last_refusal && method ? toPaymentError(row.last_refusal, method) : null;
  return {
    id: row.id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: row.amount,
    amount_capturable: 0,
    amount_received: row.status === 'succeeded' ? row.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: row.canceled_at === null ? null : seconds(row.canceled_at),
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: row.client_secret,
    confirmation_method: 'automatic',
    created: seconds(row.created_at),
    currency: row.currency,
    customer: null,
    customer_account: null,
    description: row.description,
    excluded_payment_method_types: null,
    last_payment_error: refused,
    latest_charge: row.charge_id,
    livemode: false,
    managed_payments: null,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    next_action: null,
    on_behalf_of: null,
    // As at Stripe, a refused method is not kept on the intent.
    payment_method: row.last_refusal ? null : row.method_id,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: row.receipt_email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_data: null,
    transfer_group: null,
  };
}

export function toPaymentError(outcome: Refusal, method: MethodTable) {
  const { code, message } = refusals[outcome];
  return {
    type: 'card_error',
    code,
    // Stripe names the issuer's reason where the code is the general one.
    ...(code === 'card_declined' && { decline_code: outcome }),
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    message,
    ...(code === 'incorrect_cvc' && { param: 'cvc' }),
    ...(code === 'expired_card' && { param: 'exp_month' }),
    payment_method: toPaymentMethod(method),
  };
}

export function toRefund(row: IntentTable, now: number) {
  return {
    id: row.refund_id,
    object: 'refund',
    amount: row.amount,
    balance_transaction: null,
    charge: row.charge_id,
    created: seconds(now),
    currency: row.currency,
    metadata: {},
    payment_intent: row.id,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
