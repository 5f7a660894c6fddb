/** The state of a PaymentIntent. `amount` is in cents. */
export type Intent = {
  id: string;
  status: 'open' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  appointmentId: string | undefined;
  /**
   * Id of the site that created the intent, or in older intents its PUBLIC_URL. Several sites may share an
   * account.
   */
  site: string | undefined;
  /** When the card was charged, in ms, if known. */
  paidAt: number | undefined;
  /** Whether all of the money was refunded, by us or at the provider. */
  refunded: boolean;
  /** How much was refunded, in the smallest unit of the currency. */
  refundedAmount: number;
};

/** An intent with the client secret, with which the browser confirms it. */
export type PayableIntent = Intent & { clientSecret: string };

/** An event about an intent. `at` is in ms by the provider's clock, rounded to seconds. */
export type CardEvent = {
  id: string;
  at: number;
  /** Refunds and disputes can be reversed, so their events only mean that the provider must be queried. */
  about: 'payment' | 'refund' | 'refund-failed' | 'dispute';
  /** A card was declined. The intent stays open for another card. */
  declined?: true;
  intent: Intent;
};
