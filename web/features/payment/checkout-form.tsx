import type { Appointment } from '#contract/appointments.ts';
import type { CardForm } from './charge.ts';
import type { CheckoutOutcome } from './checkout.ts';
import { PayPanel } from './pay-panel.tsx';
import { saveFailureText } from './save-payment.ts';
import { usePayment } from './use-payment.ts';

type Props = { appointment: Appointment; clientSecret: string; cards: CardForm };

export function CheckoutForm({ appointment, clientSecret, cards }: Props) {
  const { outcome, busy, setConfirm, pay, lookAgain } = usePayment(appointment, clientSecret, cards);
  const { Fields } = cards;
  const takesCard = outcome !== undefined && ['open', 'declined', 'no-answer'].includes(outcome.kind);
  const stuck = outcome?.kind === 'unsaved' || outcome?.kind === 'unfinished';
  return (
    <PayPanel
      fields={takesCard && <Fields onReady={setConfirm} disabled={busy} />}
      preparing={!outcome}
      problem={busy ? undefined : problemOf(outcome)}
      again={stuck ? lookAgain : undefined}
      busy={busy && outcome !== undefined}
      pay={takesCard ? pay : undefined}
    />
  );
}

function problemOf(outcome: CheckoutOutcome | undefined): string | undefined {
  switch (outcome?.kind) {
    case 'declined':
      return outcome.message;
    case 'no-answer':
      return 'The card provider did not answer. Check your connection and press Pay again: you will not be charged twice.';
    case 'unsaved':
      return saveFailureText[outcome.failure];
    case 'unfinished':
      return (
        unfinishedText[outcome.status] ?? 'Your bank has not finished this payment yet. Nothing is lost.'
      );
  }
}

const unfinishedText: Partial<Record<string, string>> = {
  canceled: 'This payment was cancelled and nothing was charged. Load the page again to start anew.',
  requires_action: 'Your bank wants to confirm this payment first. Nothing has been charged yet.',
};
