import type { EventType } from '../events/types.ts';
import type { Failure } from '../intents/payment-error.ts';
import type { Refusal } from '../methods/refusals.ts';
import type { Authentication, RefundOutcome, TestOutcome } from '../methods/test-cards.ts';

/** What is kept of a card: never its number, never its code. Instants in ms. */
export type MethodTable = {
  id: string;
  brand: string;
  funding: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  outcome: TestOutcome;
  authentication: Authentication;
  refund: RefundOutcome;
  /** Why its owner disputes each charge; nothing for most cards. */
  dispute: DisputeReason | null;
  billing_name: string | null;
  billing_email: string | null;
  created_at: number;
};

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled';

export const cancellationReasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
export type CancellationReason = (typeof cancellationReasons)[number];

export type IntentTable = {
  id: string;
  client_secret: string;
  /** In cents. */
  amount: number;
  currency: string;
  status: IntentStatus;
  description: string | null;
  receipt_email: string | null;
  /** JSON: string -> string. */
  metadata: string;
  /** 1: the caller leaves it to the provider which ways of paying there are. */
  automatic_methods: number;
  method_id: string | null;
  /** Why the last try was refused. */
  last_refusal: Failure | null;
  /** The latest try, refused or not. */
  charge_id: string | null;
  /** The one question to the bank that may still be answered, while the status is requires_action. */
  authentication_id: string | null;
  canceled_at: number | null;
  cancellation_reason: CancellationReason | null;
  created_at: number;
};

/** One try of a card. Only one of an intent's can have succeeded. */
export type ChargeTable = {
  id: string;
  intent_id: string;
  method_id: string;
  /** In cents. */
  amount: number;
  /** How much of it went back: at most all. */
  refunded: number;
  /** 1 once its owner has disputed it. */
  disputed: number;
  /** Nothing for one that succeeded. */
  refusal: Refusal | null;
  /** The answered question to the bank that it came by. */
  authentication_id: string | null;
  created_at: number;
};

/** A question to the card's owner, asked on a page of the bank: 3-D Secure. */
export type AuthenticationTable = {
  /** Unguessable: whoever knows it may answer. */
  id: string;
  intent_id: string;
  method_id: string;
  /** Of the page. */
  url: string;
  /** Where the browser goes afterwards. */
  return_url: string | null;
  answer: 'accepted' | 'refused' | null;
  created_at: number;
};

export const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
export type RefundReason = (typeof refundReasons)[number];

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export type RefundTable = {
  id: string;
  charge_id: string;
  intent_id: string;
  /** In cents. */
  amount: number;
  reason: RefundReason | null;
  status: RefundStatus;
  /** When a pending one succeeds, and one that has succeeded fails after all; nothing for one that stays as it is. */
  changes_at: number | null;
  /** JSON: string -> string. */
  metadata: string;
  created_at: number;
};

export type DisputeReason = 'fraudulent' | 'product_not_received';
export type DisputeStatus = 'needs_response' | 'won' | 'lost';

export type DisputeTable = {
  id: string;
  charge_id: string;
  intent_id: string;
  /** In cents. */
  amount: number;
  reason: DisputeReason;
  status: DisputeStatus;
  created_at: number;
};

/** The answer to a request that carried an Idempotency-Key, kept for a day. */
export type IdempotencyTable = {
  key: string;
  request_hash: string;
  status: number;
  body: string;
  created_at: number;
};

/** What happened, as it stood then. */
export type EventTable = {
  id: string;
  type: EventType;
  /** JSON: the object as Stripe writes it. */
  object: string;
  /** JSON: what the change changed, as it was before. */
  previous: string | null;
  request_id: string | null;
  idempotency_key: string | null;
  /** 1 while it waits to be delivered to our own endpoint. */
  pending_webhooks: number;
  created_at: number;
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
