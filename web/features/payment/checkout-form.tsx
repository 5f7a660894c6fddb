import { useId } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { useOnline } from '#web/ui/use-online.ts';
import type { CardForm } from './charge.ts';
import { takesCard } from './outcome.ts';
import { noteOf, problemOf } from './outcome-text.ts';
import { PayButtons } from './pay-buttons.tsx';
import { PayPanel } from './pay-panel.tsx';
import { useFocusAfterPress } from './use-focus-after-press.ts';
import { usePayment } from './use-payment.ts';

type Props = {
  appointment: Appointment;
  uid: string;
  clientSecret: string;
  cards: CardForm;
  /** From a bank's page. */
  comesBack: boolean;
};

export function CheckoutForm(props: Props) {
  const payment = usePayment(props);
  const { outcome, busy, entry, setEntry } = payment;
  const { told, press } = useFocusAfterPress(payment, props);
  const online = useOnline();
  const errorId = useId();
  const { Fields } = props.cards;
  const cardTaken = outcome !== undefined && takesCard(outcome);
  const pay = cardTaken && payment.pay ? press(payment.pay) : undefined;
  return (
    <PayPanel
      fields={
        cardTaken && (
          <Fields
            onReady={setEntry}
            disabled={busy}
            wrong={!busy && outcome.kind === 'declined' ? outcome.error.field : undefined}
            errorId={errorId}
          />
        )
      }
      preparing={!outcome}
      note={noteOf(outcome)}
      going={outcome?.kind === 'processing'}
      problem={problemOf(outcome, online)}
      hushed={busy}
      errorId={errorId}
      told={told}
      submit={pay}
      buttons={
        <PayButtons
          outcome={outcome}
          busy={busy && outcome !== undefined}
          ready={pay !== undefined && entry !== undefined}
          goToBank={press(payment.goToBank)}
          takeOtherCard={press(payment.takeOtherCard)}
          lookAgain={press(payment.lookAgain)}
        />
      }
    />
  );
}
