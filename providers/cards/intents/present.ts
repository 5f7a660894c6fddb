import type { Kysely } from 'kysely';
import { findAuthentication } from '../authentications/repository.ts';
import { toCharge } from '../charges/present.ts';
import { findCharge } from '../charges/repository.ts';
import { toPaymentMethod } from '../methods/present.ts';
import { findMethod } from '../methods/repository.ts';
import type { CardTables, IntentTable } from '../schema/tables.ts';
import { toNextAction } from './next-action.ts';
import { toPaymentError } from './payment-error.ts';

const seconds = (instant: number): number => Math.floor(instant / 1000);

/** Ids of an intent that may be answered with all that stands behind them. */
export const expandable = ['latest_charge', 'payment_method'] as const;
export type Expanded = ReadonlySet<(typeof expandable)[number]>;

const nothing: Expanded = new Set();

/** The payment intent as Stripe writes it. */
export async function toPaymentIntent(
  db: Kysely<CardTables>,
  row: IntentTable,
  expanded: Expanded = nothing,
) {
  const method = row.method_id ? await findMethod(db, row.method_id) : undefined;
  // As at Stripe, a refused method is not kept on the intent.
  const kept = row.last_refusal ? undefined : method;
  return {
    ...unused,
    id: row.id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: row.automatic_methods ? null : ['card' as const],
    amount: row.amount,
    amount_received: row.status === 'succeeded' ? row.amount : 0,
    automatic_payment_methods: row.automatic_methods
      ? { allow_redirects: 'always' as const, enabled: true }
      : null,
    canceled_at: row.canceled_at === null ? null : seconds(row.canceled_at),
    cancellation_reason: row.cancellation_reason,
    client_secret: row.client_secret,
    created: seconds(row.created_at),
    currency: row.currency,
    description: row.description,
    last_payment_error: row.last_refusal && method ? toPaymentError(row.last_refusal, method, row) : null,
    latest_charge: (expanded.has('latest_charge') && (await latestCharge(db, row))) || row.charge_id,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    next_action: await nextAction(db, row),
    payment_method: kept && expanded.has('payment_method') ? toPaymentMethod(kept) : (kept?.id ?? null),
    receipt_email: row.receipt_email,
    status: row.status,
  };
}

async function nextAction(db: Kysely<CardTables>, { status, authentication_id }: IntentTable) {
  if (status !== 'requires_action' || !authentication_id) return null;
  const authentication = await findAuthentication(db, authentication_id);
  return authentication ? toNextAction(authentication) : null;
}

async function latestCharge(db: Kysely<CardTables>, intent: IntentTable) {
  const charge = intent.charge_id ? await findCharge(db, intent.charge_id) : undefined;
  const method = charge && (await findMethod(db, charge.method_id));
  return charge && method && toCharge({ charge, intent, method });
}

/** What every intent of the sandbox has in common. */
const unused = {
  amount_capturable: 0,
  application: null,
  application_fee_amount: null,
  capture_method: 'automatic' as const,
  confirmation_method: 'automatic' as const,
  customer: null,
  customer_account: null,
  excluded_payment_method_types: null,
  livemode: false,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {
    card: {
      installments: null,
      mandate_options: null,
      network: null,
      request_three_d_secure: 'automatic' as const,
    },
  },
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
};
