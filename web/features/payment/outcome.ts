import type { CardError } from './charge.ts';
import type { SaveFailure } from './save-payment.ts';

/** How a checkout stands. */
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

/** A card may be given. */
export const takesCard = (outcome: CheckoutOutcome): boolean =>
  outcome.kind === 'open' ||
  outcome.kind === 'declined' ||
  (outcome.kind === 'no-answer' && outcome.to === 'card');

export const isRenewed = (outcome: CheckoutOutcome): boolean =>
  outcome.kind === 'open' && outcome.renewed === true;

/** It may change without anybody doing anything here. */
export const mayPass = (outcome: CheckoutOutcome): boolean =>
  outcome.kind === 'authentication' ||
  outcome.kind === 'processing' ||
  (outcome.kind === 'no-answer' && outcome.to === 'look') ||
  (outcome.kind === 'unsaved' && outcome.failure === 'unreachable');

/**
 * What to show after a look that nobody asked for: it takes no form away from somebody who fills it in, and no look
 * that failed takes away what is known.
 */
export function afterQuietLook(
  shown: CheckoutOutcome | undefined,
  found: CheckoutOutcome,
  { usesOtherCard }: { usesOtherCard: boolean },
): CheckoutOutcome {
  if (!shown || isRenewed(found)) return found;
  const formStays =
    takesCard(shown) && (takesCard(found) || (found.kind === 'authentication' && usesOtherCard));
  return formStays || found.kind === 'no-answer' ? shown : found;
}
