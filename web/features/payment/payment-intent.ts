import type { ComponentType } from 'react';

/** A PaymentIntent at the card provider, with Stripe's status names. `id` becomes the transaction id. */
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
  /** The reason the last card was declined, while another card may be tried. */
  lastPaymentError?: CardError;
};

export type CardFieldName = 'cardNumber' | 'cardExpiry' | 'cardCvc';

/** An error of the card provider: `message` is shown unchanged, `code` is the provider's. */
export type CardError = {
  message: string;
  code?: string;
  field?: CardFieldName;
};

export type CardResult = { paymentIntent: PaymentIntent } | { error: CardError };

export type BillingDetails = { name: string; email: string };

/** `returnUrl`: the page to which the bank redirects the payer. */
export type PaymentRequest = { clientSecret: string; billing: BillingDetails; returnUrl: string };

export type CardEntry = {
  /**
   * Confirms the PaymentIntent with the entered card, and starts the bank's authentication where required.
   * The result `requires_action` means that the browser is leaving for the bank's page. Rejects if there is
   * no response.
   */
  confirm(request: PaymentRequest): Promise<CardResult>;
  focus(field: CardFieldName): void;
};

export type CardFieldsProps = {
  /** Called with the entry when the fields are usable, and with undefined when they unmount. */
  onReady(entry: CardEntry | undefined): void;
  /** Called when the payer changes a field. */
  onEdit(): void;
  disabled: boolean;
  /** The field that the shown error is about. */
  invalidField: CardFieldName | undefined;
  /** The id of the element that shows the error. */
  errorId: string;
};

/** The interface to a card provider in the browser, implemented by the sandbox and by Stripe. */
export type CardForm = {
  Fields: ComponentType<CardFieldsProps>;
  /** Gets the current PaymentIntent. Rejects if there is no response. */
  retrieve(clientSecret: string): Promise<CardResult>;
  /**
   * Starts the bank's authentication of a PaymentIntent that requires action. Resolves and rejects like
   * `confirm`.
   */
  authenticate(clientSecret: string): Promise<CardResult>;
};

/** Returns the PaymentIntent id, with which Stripe's client secrets begin: `pi_1_secret_2`. */
export const paymentIntentId = (clientSecret: string): string =>
  clientSecret.split('_secret_')[0] ?? clientSecret;

export type CardDetails = { number: string; month: string; year: string; cvc: string };
