import { t } from '@lingui/core/macro';
import type { CardError } from './payment-intent.ts';
import { type SaveFailure, saveFailureText } from './save-payment.ts';

export type CheckoutOutcome =
  /** `renewed`: a new PaymentIntent replaced a canceled one, and nothing was charged. */
  | { kind: 'open'; renewed?: true }
  | { kind: 'declined'; error: CardError }
  /** The payer must authenticate at the bank. Nothing is charged yet. */
  | { kind: 'authentication' }
  | { kind: 'processing' }
  /** `shouldAnnounce`: the payment was made on this page or found when it opened, not made in another tab. */
  | { kind: 'paid'; transactionId: string; shouldAnnounce: boolean }
  | { kind: 'unsaved'; transactionId: string; failure: SaveFailure }
  /**
   * The provider did not respond. `check`: the state is unknown. `card`: the payer may enter a card again.
   */
  | { kind: 'no-response'; next: 'check' | 'card' };

export const canEnterCard = (outcome: CheckoutOutcome): boolean =>
  outcome.kind === 'open' ||
  outcome.kind === 'declined' ||
  (outcome.kind === 'no-response' && outcome.next === 'card');

export const isRenewed = (outcome: CheckoutOutcome): boolean =>
  outcome.kind === 'open' && outcome.renewed === true;

/** Whether the outcome may change without an action on this page, so that the page must poll. */
export const isTemporary = (outcome: CheckoutOutcome): boolean =>
  outcome.kind === 'authentication' ||
  outcome.kind === 'processing' ||
  (outcome.kind === 'no-response' && outcome.next === 'check') ||
  (outcome.kind === 'unsaved' && outcome.failure === 'unreachable');

/**
 * Returns the outcome to show after a background check. A card form that is being filled in stays, and a
 * check without a response does not replace a known outcome.
 */
export function afterBackgroundCheck(
  shown: CheckoutOutcome | undefined,
  found: CheckoutOutcome,
  { usesOtherCard }: { usesOtherCard: boolean },
): CheckoutOutcome {
  if (!shown || isRenewed(found)) return found;
  const keepsForm =
    canEnterCard(shown) && (canEnterCard(found) || (found.kind === 'authentication' && usesOtherCard));
  return keepsForm || found.kind === 'no-response' ? shown : found;
}

/**
 * Returns the text, if any, of an outcome that is not an error, or the advice after the provider's message.
 */
export function outcomeNote(outcome: CheckoutOutcome | undefined): string | undefined {
  switch (outcome?.kind) {
    case 'open':
      return (
        outcome.renewed && t`The previous payment ended and nothing was charged. Press Pay to start again.`
      );
    case 'declined':
      return outcome.error.code === 'card_declined' ? t`You were not charged. Try another card.` : undefined;
    case 'authentication':
      return t`Your bank asks you to confirm this payment. Nothing has been charged yet.`;
    case 'processing':
      return t`Your bank is still processing this payment. This page checks again automatically. Do not pay a second time.`;
  }
}

/**
 * Returns the error text of a failed outcome: the provider's message, or what happened and what to do. The
 * text must not lead the payer to pay twice.
 */
export function outcomeProblem(outcome: CheckoutOutcome | undefined, online: boolean): string | undefined {
  switch (outcome?.kind) {
    case 'declined':
      return outcome.error.message;
    case 'unsaved':
      return saveFailureText[outcome.failure];
    case 'no-response':
      return online ? noResponseText[outcome.next] : offlineText[outcome.next];
  }
}

const noResponseText = {
  card: t`The card provider did not respond. Press Pay again. You will not be charged twice.`,
  check: t`The card provider did not respond, so your payment is not confirmed yet. This page checks again automatically. Do not pay a second time.`,
};

const offlineText = {
  card: t`You're offline. When you reconnect, press Pay again. You will not be charged twice.`,
  check: t`You're offline. We don't know yet whether your card was charged. This page checks when you reconnect. Do not pay a second time.`,
};
