import { t } from '@lingui/core/macro';
import type { CheckoutOutcome } from './outcome.ts';
import { saveFailureText } from './save-payment.ts';

/** What is true while nothing is wrong. */
export function noteOf(outcome: CheckoutOutcome | undefined): string | undefined {
  switch (outcome?.kind) {
    case 'open':
      return (
        outcome.renewed &&
        t`The payment that was open before has ended, and nothing was charged. Press Pay to start anew.`
      );
    case 'authentication':
      return t`Your bank wants to confirm this payment with you first. Nothing has been charged yet.`;
    case 'processing':
      return t`Your bank is still working on this payment. This page looks again by itself: please do not pay a second time.`;
  }
}

/** What went wrong, in the provider's words where it spoke, and what to do; nothing here lets anybody pay twice. */
export function problemOf(outcome: CheckoutOutcome | undefined, online: boolean): string | undefined {
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
  card: t`The card provider did not answer. Press Pay again: you will not be charged twice.`,
  look: t`The card provider did not answer, so we do not know yet how your payment stands. This page looks again by itself.`,
};

const offline = {
  card: t`You are offline. Nothing is lost: once the connection is back press Pay again. You will not be charged twice.`,
  look: t`You are offline. Nothing is lost: this page looks again once the connection is back.`,
};
