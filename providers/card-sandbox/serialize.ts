import { randomBytes } from 'node:crypto';
import { declineMessage } from './declines.ts';
import { findRow } from './repository.ts';
import type {
  ChargeRow,
  Db,
  DisputeRow,
  EventRow,
  IntentRow,
  MethodRow,
  RefundRow,
} from './schema/tables.ts';

/** Stripe's API version, the same as in the server's `stripe` package. */
export const apiVersion = '2026-10-28.endive';

/** Returns an id in Stripe's form, `pi_...`, with 192 random bits. */
export const createId = (prefix: string): string => `${prefix}_${randomBytes(24).toString('hex')}`;

export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000);
const readMetadata = (json: string) => JSON.parse(json) as Record<string, string>;

/** Serializes a payment intent. `expand`: with its latest charge instead of the charge's id. */
export async function toPaymentIntent(db: Db, row: IntentRow, expand = false) {
  const method = row.method_id ? await findRow(db, 'cards_methods', row.method_id) : undefined;
  const charge = expand && row.charge_id ? await findRow(db, 'cards_charges', row.charge_id) : undefined;
  return {
    id: row.id,
    object: 'payment_intent' as const,
    amount: row.amount,
    amount_received: row.status === 'succeeded' ? row.amount : 0,
    allowed_payment_method_types: ['card' as const],
    canceled_at: row.canceled_at === null ? null : toSeconds(row.canceled_at),
    client_secret: row.client_secret,
    created: toSeconds(row.created_at),
    currency: row.currency,
    last_payment_error: row.last_refusal && method ? toPaymentError(row, method) : null,
    latest_charge: charge ? await toCharge(db, charge) : row.charge_id,
    livemode: false,
    metadata: readMetadata(row.metadata),
    next_action: await nextAction(db, row),
    // Like Stripe, drop a declined payment method.
    payment_method: row.last_refusal ? null : row.method_id,
    payment_method_types: ['card'],
    status: row.status,
  };
}

/** Error of the last attempt, for the intent and for the response to the attempt. */
export function toPaymentError({ last_refusal, charge_id }: IntentRow, method: MethodRow) {
  const decline = last_refusal ?? 'generic_decline';
  return {
    ...declineMessage(decline),
    ...(decline !== 'authentication_failed' && charge_id && { charge: charge_id }),
    payment_method: toPaymentMethod(method),
  };
}

/** Returns how the browser opens the bank's page: by redirect or through Stripe.js. Null if it need not. */
async function nextAction(db: Db, { status, authentication_id }: IntentRow) {
  if (status !== 'requires_action' || !authentication_id) return null;
  const { url = '', return_url } = (await findRow(db, 'cards_authentications', authentication_id)) ?? {};
  return return_url
    ? { type: 'redirect_to_url', redirect_to_url: { url, return_url } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } };
}

export function toPaymentMethod(row: MethodRow) {
  const { id, brand, funding, last4, exp_month, exp_year, created_at } = row;
  return {
    id,
    object: 'payment_method' as const,
    billing_details: billingDetailsOf(row),
    card: { brand, funding, last4, exp_month, exp_year },
    created: toSeconds(created_at),
    livemode: false,
    type: 'card' as const,
  };
}

const billingDetailsOf = ({ billing_email: email, billing_name: name }: MethodRow) => ({ email, name });

/** Serializes one attempt to charge a card. */
export async function toCharge(db: Db, row: ChargeRow) {
  const intent = (await findRow(db, 'cards_intents', row.intent_id)) as IntentRow;
  const method = (await findRow(db, 'cards_methods', row.method_id)) as MethodRow;
  const paid = row.refusal === null;
  const failure = row.refusal ? declineMessage(row.refusal) : undefined;
  return {
    id: row.id,
    object: 'charge' as const,
    amount: row.amount,
    amount_refunded: row.refunded,
    billing_details: billingDetailsOf(method),
    created: toSeconds(row.created_at),
    currency: intent.currency,
    disputed: row.disputed === 1,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    livemode: false,
    metadata: readMetadata(intent.metadata),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: toPaymentMethod(method).card, type: 'card' as const },
    refunded: row.refunded === row.amount,
    status: paid ? ('succeeded' as const) : ('failed' as const),
  };
}

/** Fields that refunds and disputes share. */
const sharedFields = ({ id, amount, charge_id, intent_id, created_at }: RefundRow | DisputeRow) => ({
  id,
  amount,
  charge: charge_id,
  created: toSeconds(created_at),
  currency: 'usd',
  payment_intent: intent_id,
});

export const toRefund = (row: RefundRow) => ({
  ...sharedFields(row),
  object: 'refund' as const,
  status: row.status,
});

export const toDispute = (row: DisputeRow) => ({
  ...sharedFields(row),
  object: 'dispute' as const,
  livemode: false,
  reason: row.reason,
  status: row.status,
});

export const toEvent = ({ id, type, object, pending_webhooks, created_at }: EventRow) => ({
  id,
  object: 'event' as const,
  api_version: apiVersion,
  created: toSeconds(created_at),
  data: { object: JSON.parse(object) as object },
  livemode: false,
  pending_webhooks,
  type,
});
