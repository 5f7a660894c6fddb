import type { Kysely, Transaction } from 'kysely';
import type { Decline } from '../declines.ts';
import type { EventType } from '../events.ts';
import type { RefundOutcome } from '../test-cards.ts';

/** Instants are in ms, amounts in cents. */
type Row = { id: string; created_at: number };

/** What is stored of a card: never its number, never its security code. */
export type MethodTable = Row & {
  brand: string;
  funding: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  outcome: 'success' | Decline;
  /** Anything but `never`: the bank asks the owner of the card first. */
  authentication: string;
  refund: RefundOutcome;
  /** Why the owner disputes each charge; null for most cards. */
  dispute: DisputeReason | null;
  billing_name: string | null;
  billing_email: string | null;
};

export type IntentTable = Row & {
  client_secret: string;
  amount: number;
  currency: string;
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
  /** JSON: string -> string. */
  metadata: string;
  method_id: string | null;
  /** Why the last attempt failed. */
  last_refusal: Decline | null;
  /** The latest attempt that reached the bank, declined or not. */
  charge_id: string | null;
  /** The only authentication that may still be answered, while the status is requires_action. */
  authentication_id: string | null;
  canceled_at: number | null;
};

/** One attempt to charge a card. At most one of an intent succeeds. */
export type ChargeTable = Row & {
  intent_id: string;
  method_id: string;
  amount: number;
  /** At most `amount`. */
  refunded: number;
  /** 1 once the owner of the card has disputed it. */
  disputed: number;
  /** Null for one that succeeded. */
  refusal: Decline | null;
  /** The accepted authentication that allowed it. */
  authentication_id: string | null;
};

/** A question to the owner of the card, asked on a page of the bank: 3-D Secure. Who knows the id may answer. */
export type AuthenticationTable = Row & {
  intent_id: string;
  method_id: string;
  /** The address of the page. */
  url: string;
  /** Where the browser goes afterwards. */
  return_url: string | null;
  answer: 'accepted' | 'refused' | null;
};

/** About a charge that succeeded. */
type OfCharge = Row & { charge_id: string; intent_id: string; amount: number };

export type RefundTable = OfCharge & {
  status: 'pending' | 'succeeded' | 'failed';
  /** When a pending one succeeds, or one that has succeeded fails after all; null when the status is final. */
  changes_at: number | null;
  metadata: string;
};

export type DisputeReason = 'fraudulent' | 'product_not_received';
export type DisputeTable = OfCharge & { reason: DisputeReason; status: 'needs_response' | 'won' | 'lost' };

/** The response to a request that carried an Idempotency-Key. */
export type IdempotencyTable = Omit<Row, 'id'> & {
  key: string;
  request_hash: string;
  status: number;
  body: string;
};

export type EventTable = Row & {
  type: EventType;
  /** JSON: the object in Stripe's shape, as it was then. */
  object: string;
  /** 1 until our own endpoint has received it. */
  pending_webhooks: number;
};

export type CardTables = {
  cards_methods: MethodTable;
  cards_intents: IntentTable;
  cards_idempotency: IdempotencyTable;
  cards_authentications: AuthenticationTable;
  cards_charges: ChargeTable;
  cards_refunds: RefundTable;
  cards_disputes: DisputeTable;
  cards_events: EventTable;
};

export type Db = Kysely<CardTables>;
export type Trx = Transaction<CardTables>;
