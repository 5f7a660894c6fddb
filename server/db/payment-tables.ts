/**
 * `opening` (the PaymentIntent is being requested) and `open` are live. `failed`: the provider could not
 * create the PaymentIntent. The operator decides about `refund-failed` (rejected by provider or bank) and
 * `unclaimed` (money without a payment in this database). `resolved`: handled outside this site.
 */
export type PaymentStatus =
  | 'opening'
  | 'open'
  | 'failed'
  | 'canceled'
  | 'succeeded'
  | 'refund-due'
  | 'refunded'
  | 'refund-failed'
  | 'unclaimed'
  | 'resolved';

/**
 * One row per payment, written before its PaymentIntent is requested. An appointment has at most one live
 * payment.
 */
export type PaymentRow = {
  /** Is also the idempotency key of the request for the PaymentIntent. */
  id: string;
  appointment_id: string;
  intent_id: string | null;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  status: PaymentStatus;
  created_at: number;
  /** When a live payment expires. */
  expires_at: number;
  /** How much the provider has refunded, in the smallest unit of the currency. */
  refunded_amount: number;
  /** The provider's error code of a failed refund. */
  problem: string | null;
  /** The provider's status of a dispute: `needs_response`, `won`, `lost` ... */
  dispute: string | null;
  /** When the payment page last requested the client secret of an existing payment. */
  last_requested_at: number | null;
  /** When the reconciler next checks an open payment at the provider. */
  next_check_at: number | null;
};

export type PaymentStep =
  | 'opened'
  | 'failed'
  | 'canceled'
  | 'paid'
  | 'refund-due'
  | 'refunded'
  | 'partly-refunded'
  | 'refund-failed'
  | 'unclaimed'
  | 'resolved'
  | 'disputed'
  | 'dispute-won'
  | 'dispute-lost'
  | 'dispute-closed';

/** An event that needs the operator's decision. */
export type OperatorAlert = {
  kind: 'refund-failed' | 'refund-waits-for-funds' | 'unclaimed' | 'disputed' | 'dispute-lost';
  intentId: string;
  appointmentId: string;
  reason?: string | undefined;
};

/** A row of the payment log, which contains every step of every payment. */
export type PaymentStepRow = {
  id: string;
  at: number;
  appointment_id: string;
  intent_id: string | null;
  step: PaymentStep;
  /** The source of the step. */
  by: 'page' | 'browser' | 'webhook' | 'reconciler' | 'cancellation' | 'refund' | 'operator' | 'coordinator';
};

/** A handled event of the card provider, so that a repeated event is ignored. */
export type CardEventRow = { id: string; received_at: number };
