import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { Button } from '#web/components/button.tsx';
import { useOnline } from '#web/components/use-online.ts';
import { type CheckoutOutcome, canEnterCard, outcomeNote, outcomeProblem } from './outcome.ts';
import { PayPanel } from './pay-panel.tsx';
import type { CardEntry, CardForm } from './payment-intent.ts';
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
  const { told, press } = useFocusAfterClick(payment, props);
  const online = useOnline();
  const errorId = useId();
  const { Fields } = props.cards;
  const cardTaken = outcome !== undefined && canEnterCard(outcome);
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
      note={outcomeNote(outcome)}
      going={outcome?.kind === 'processing'}
      problem={outcomeProblem(outcome, online)}
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

type ButtonsProps = {
  outcome?: CheckoutOutcome | undefined;
  busy: boolean;
  /** 'Pay' can be pressed. */
  ready: boolean;
  goToBank: () => void;
  takeOtherCard: () => void;
  lookAgain: () => void;
};

/** What a payer can do now; one main thing at a time. */
function PayButtons({ outcome, busy, ready, goToBank, takeOtherCard, lookAgain }: ButtonsProps) {
  if (!outcome || canEnterCard(outcome))
    return (
      <Button type="submit" disabled={!ready} busy={busy} size="large">
        <Trans>Pay</Trans>
      </Button>
    );
  if (outcome.kind === 'authentication')
    return (
      <>
        <Button onClick={goToBank} busy={busy} size="large">
          <Trans>Continue to your bank</Trans>
        </Button>
        <Button look="quiet" onClick={takeOtherCard} disabled={busy} size="large">
          <Trans>Use another card</Trans>
        </Button>
      </>
    );
  return (
    <Button
      onClick={lookAgain}
      busy={busy}
      size="large"
      look={outcome.kind === 'processing' ? 'quiet' : 'primary'}
    >
      {outcome.kind === 'processing' ? t`Check now` : t`Try again`}
    </Button>
  );
}

type Shown = { outcome: CheckoutOutcome | undefined; busy: boolean; entry: CardEntry | undefined };
type Before = { /** The press was made before, and led over a bank's page. */ comesBack: boolean };

/**
 * After a press the focus goes where a person goes on: to the field that the error names, to what is told, or to the
 * card where nothing is. Gives what marks a press, and the place where things are told.
 */
function useFocusAfterClick({ outcome, busy, entry }: Shown, { comesBack }: Before) {
  const told = useRef<HTMLDivElement>(null);
  const pressed = useRef(comesBack);

  useEffect(() => {
    if (busy || !outcome || !pressed.current) return;
    const field = fieldAfter(outcome);
    // The card fields may still be on their way: this runs again once they are here.
    if (field && !entry) return;
    pressed.current = false;
    if (field) entry?.focus(field);
    else told.current?.focus();
  }, [outcome, busy, entry]);

  const press = (act: () => void) => () => {
    pressed.current = true;
    act();
  };
  return { told, press };
}

function fieldAfter(outcome: CheckoutOutcome) {
  if (outcome.kind === 'declined') return outcome.error.field;
  return outcome.kind === 'open' && !outcome.renewed ? 'cardNumber' : undefined;
}
