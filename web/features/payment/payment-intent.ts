import type { ComponentType } from 'react';

/** How a charge stands at the card provider, in Stripe's words. `id` is what becomes the transaction id. */
export type PaymentIntent = {
  id: string;
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'canceled'
    | 'succeeded';
  /** Why the last card was not taken, while it waits for another. */
  refusal?: CardError;
};

export type CardFieldName = 'cardNumber' | 'cardExpiry' | 'cardCvc';

/** What the provider says to a payer: `message` is shown as it is, `code` is the provider's own. */
export type CardError = {
  message: string;
  code?: string /** The field it speaks of. */;
  field?: CardFieldName;
};

export type CardResult = { charge: PaymentIntent } | { error: CardError };

export type BillingDetails = { name: string; email: string };

/** What is paid, who pays, and where a bank sends the payer back to. */
export type PaymentRequest = { clientSecret: string; billing: BillingDetails; returnUrl: string };

export type CardEntry = {
  /**
   * Takes the card that stands in the fields, confirms the charge with it, and lets the bank ask the payer where it
   * wants to: a charge that still requires action means that the browser is leaving for the bank's page. Rejects
   * when no answer came.
   */
  confirm(order: PaymentRequest): Promise<CardResult>;
  focus(field: CardFieldName): void;
};

export type CardFieldsProps = {
  /** Given once the fields can be used; taken back by undefined when they go. */
  onReady(entry: CardEntry | undefined): void;
  disabled: boolean;
  /** The field that the shown error speaks of. */
  wrong: CardFieldName | undefined;
  /** The id of the element that shows the error. */
  errorId: string;
};

/** The port to a card provider in the browser; one adapter each for the sandbox and for Stripe. */
export type CardForm = {
  Fields: ComponentType<CardFieldsProps>;
  /** How the charge stands now. Rejects when no answer came. */
  retrieve(clientSecret: string): Promise<CardResult>;
  /** Lets the bank ask the payer about a charge that waits for it; answers and rejects as `confirm` does. */
  authenticate(clientSecret: string): Promise<CardResult>;
};

/** Stripe's client secrets begin with the id of their charge: `pi_1_secret_2`. */
export const paymentIntentId = (clientSecret: string): string =>
  clientSecret.split('_secret_')[0] ?? clientSecret;
