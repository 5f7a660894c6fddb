import type { ComponentType } from 'react';

/** How a charge stands at the card provider, in Stripe's words. `id` is what becomes the transaction id. */
export type Charge = {
  id: string;
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'canceled'
    | 'succeeded';
};

/** What the provider says to a payer: `message` is shown as it is, `code` is the provider's own. */
export type CardError = { message: string; code?: string };

export type CardAnswer = { charge: Charge } | { error: CardError };

export type Billing = { name: string; email: string };

/** Takes the card that stands in the fields and confirms the charge with it. Rejects when no answer came. */
export type ConfirmCard = (clientSecret: string, billing: Billing) => Promise<CardAnswer>;

export type CardFieldsProps = {
  /** Given once the fields can be used; taken back by undefined when they go. */
  onReady(confirm: ConfirmCard | undefined): void;
  disabled: boolean;
};

/** The port to a card provider in the browser; one adapter each for the sandbox and for Stripe. */
export type CardForm = {
  Fields: ComponentType<CardFieldsProps>;
  /** How the charge stands now. Rejects when no answer came. */
  retrieve(clientSecret: string): Promise<CardAnswer>;
};

/** Stripe's client secrets begin with the id of their charge: `pi_1_secret_2`. */
export const chargeIdOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? clientSecret;
