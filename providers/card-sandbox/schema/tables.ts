import type { Kysely, Transaction } from 'kysely';
import type { Decline } from '../declines.ts';

/** Instants are in ms, amounts in cents. */
type Row = { id: string; created_at: number };

/** A payment method. The card's number and security code are never stored. */
export type MethodRow = Row & {
  brand: string;
  funding: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  outcome: 'success' | Decline;
  /** `never`: the bank does not request the card owner's approval first. */
  authentication: string;
  billing_name: string | null;
  billing_email: string | null;
};

export type IntentRow = Row & {
  client_secret: string;
  amount: number;
  currency: string;
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
  /** JSON: string -> string. */
  metadata: string;
  method_id: string | null;
  /** Reason why the last attempt failed. */
  last_refusal: Decline | null;
  /** The latest attempt that reached the bank, declined or not. */
  charge_id: string | null;
  /** The only authentication that can be answered while the status is requires_action. */
  authentication_id: string | null;
  canceled_at: number | null;
};

/** One attempt to charge a card. At most one attempt of an intent succeeds. */
export type ChargeRow = Row & {
  intent_id: string;
  method_id: string;
  amount: number;
  /** At most `amount`. */
  refunded: number;
  /** 1 once the card owner has disputed the charge. */
  disputed: number;
  /** Null for a successful charge. */
  refusal: Decline | null;
  /** The accepted authentication that led to the charge. */
  authentication_id: string | null;
};

/** A 3-D Secure challenge for the card owner on a page of the bank. Anyone who has the id may answer. */
export type AuthenticationRow = Row & {
  intent_id: string;
  method_id: string;
  /** URL of the page. */
  url: string;
  /** URL to which the browser returns. */
  return_url: string | null;
  answer: 'accepted' | 'refused' | null;
};

/** Refers to a successful charge. */
type ChargeReference = Row & { charge_id: string; intent_id: string; amount: number };

export type RefundRow = ChargeReference & {
  status: 'succeeded' | 'failed';
  metadata: string;
};

export type DisputeRow = ChargeReference & {
  reason: 'fraudulent';
  status: 'needs_response' | 'won' | 'lost';
};

/** The response to a request that carried an Idempotency-Key. */
export type IdempotencyRow = Omit<Row, 'id'> & {
  key: string;
  request_hash: string;
  status: number;
  body: string;
};

/** Events that our own endpoint handles. */
export type EventType =
  | 'charge.dispute.created'
  | 'charge.refunded'
  | 'payment_intent.canceled'
  | 'payment_intent.payment_failed'
  | 'payment_intent.succeeded'
  | 'refund.failed';

export type EventRow = Row & {
  type: EventType;
  /** JSON: the object in Stripe's shape at the time of the event. */
  object: string;
  /** 1 until our own endpoint has received it. */
  pending_webhooks: number;
};

export type CardTables = {
  cards_methods: MethodRow;
  cards_intents: IntentRow;
  cards_idempotency: IdempotencyRow;
  cards_authentications: AuthenticationRow;
  cards_charges: ChargeRow;
  cards_refunds: RefundRow;
  cards_disputes: DisputeRow;
  cards_events: EventRow;
};

export type Db = Kysely<CardTables>;
export type Trx = Transaction<CardTables>;
