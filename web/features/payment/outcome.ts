import { t } from '@lingui/core/macro';
import type { CardError } from './payment-intent.ts';
import { type SaveFailure, saveFailureText } from './save-payment.ts';

export type CheckoutOutcome =
  /** `renewed`: the charge before was given up, and nothing was charged. */
  | { kind: 'open'; renewed?: true }
  | { kind: 'declined'; error: CardError }
  /** The bank wants to ask the payer; nothing is charged yet. */
  | { kind: 'authentication' }
  | { kind: 'processing' }
  /** `awaited`: news to whoever is on this page, who paid here or came back to see. */
  | { kind: 'paid'; transactionId: string; awaited: boolean }
  | { kind: 'unsaved'; transactionId: string; failure: SaveFailure }
  /** `to` a look: how it stands is not known. `to` a card: it may be given again. */
  | { kind: 'no-answer'; to: 'look' | 'card' };

export const canEnterCard = (outcome: CheckoutOutcome): boolean =>
  outcome.kind === 'open' ||
  outcome.kind === 'declined' ||
  (outcome.kind === 'no-answer' && outcome.to === 'card');

export const isRenewed = (outcome: CheckoutOutcome): boolean =>
  outcome.kind === 'open' && outcome.renewed === true;

/** It may change without anybody doing anything here. */
export const isTemporary = (outcome: CheckoutOutcome): boolean =>
  outcome.kind === 'authentication' ||
  outcome.kind === 'processing' ||
  (outcome.kind === 'no-answer' && outcome.to === 'look') ||
  (outcome.kind === 'unsaved' && outcome.failure === 'unreachable');

/**
 * What to show after a look that nobody asked for: it takes no form away from somebody who fills it in, and no look
 * that failed takes away what is known.
 */
export function afterBackgroundCheck(
  shown: CheckoutOutcome | undefined,
  found: CheckoutOutcome,
  { usesOtherCard }: { usesOtherCard: boolean },
): CheckoutOutcome {
  if (!shown || isRenewed(found)) return found;
  const formStays =
    canEnterCard(shown) && (canEnterCard(found) || (found.kind === 'authentication' && usesOtherCard));
  return formStays || found.kind === 'no-answer' ? shown : found;
}

/** What is true while nothing is wrong. */
export function outcomeNote(outcome: CheckoutOutcome | undefined): string | undefined {
  switch (outcome?.kind) {
    case 'open':
      return (
        outcome.renewed && t`The previous payment ended and nothing was charged. Press Pay to start again.`
      );
    case 'authentication':
      return t`Your bank asks you to confirm this payment. Nothing has been charged yet.`;
    case 'processing':
      return t`Your bank is still processing this payment. This page checks again automatically. Do not pay a second time.`;
  }
}

/** What went wrong, in the provider's words where it spoke, and what to do; nothing here lets anybody pay twice. */
export function outcomeProblem(outcome: CheckoutOutcome | undefined, online: boolean): string | undefined {
  switch (outcome?.kind) {
    case 'declined':
      return outcome.error.message;
    case 'unsaved':
      return saveFailureText[outcome.failure];
    case 'no-answer':
      return online ? unanswered[outcome.to] : offline[outcome.to];
  }
}

const unanswered = {
  card: t`The card provider did not respond. Press Pay again. You will not be charged twice.`,
  look: t`The card provider did not respond, so your payment is not confirmed yet. This page checks again automatically.`,
};

const offline = {
  card: t`You're offline. Nothing is lost. When you reconnect, press Pay again. You will not be charged twice.`,
  look: t`You're offline. Nothing is lost. This page checks again when you reconnect.`,
};
