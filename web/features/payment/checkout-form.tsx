import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { useOnline } from '#web/browser/use-online.ts';
import { Button } from '#web/components/button.tsx';
import { payText } from '#web/features/appointments/payment-badge.tsx';
import { type CheckoutOutcome, canEnterCard, outcomeNote, outcomeProblem } from './outcome.ts';
import { PayPanel } from './pay-panel.tsx';
import type { CardEntry, CardForm } from './payment-intent.ts';
import { usePayment } from './use-payment.ts';

type Props = {
  appointment: Appointment;
  uid: string;
  clientSecret: string;
  cards: CardForm;
  /** Whether the bank has just redirected the payer here. */
  isBankReturn: boolean;
};

export function CheckoutForm(props: Props) {
  const payment = usePayment(props);
  const { outcome, isBusy, entry, setEntry } = payment;
  const { statusRef, buttonsRef, trackClick } = useFocusAfterClick(payment, props);
  const isOnline = useOnline();
  const errorId = useId();
  const { Fields } = props.cards;
  const showsCard = outcome !== undefined && canEnterCard(outcome);
  const pay = showsCard && payment.pay ? trackClick(payment.pay) : undefined;
  return (
    <PayPanel
      appointment={props.appointment}
      fields={
        showsCard && (
          <Fields
            onReady={setEntry}
            onEdit={payment.clearDecline}
            disabled={isBusy}
            invalidField={!isBusy && outcome.kind === 'declined' ? outcome.error.field : undefined}
            errorId={errorId}
          />
        )
      }
      isLoading={!outcome}
      isReturning={!outcome && props.isBankReturn}
      note={outcomeNote(outcome)}
      isInProgress={outcome?.kind === 'processing'}
      problem={outcomeProblem(outcome, isOnline)}
      isStatusHidden={isBusy}
      errorId={errorId}
      statusRef={statusRef}
      buttonsRef={buttonsRef}
      onSubmit={pay}
      buttons={
        <PayButtons
          appointment={props.appointment}
          outcome={outcome}
          isBusy={isBusy && outcome !== undefined}
          isReady={pay !== undefined && entry !== undefined}
          onGoToBank={trackClick(payment.goToBank)}
          onEnterOtherCard={trackClick(payment.enterOtherCard)}
          onCheckAgain={trackClick(payment.checkAgain)}
        />
      }
    />
  );
}

type ButtonsProps = {
  appointment: Appointment;
  outcome?: CheckoutOutcome | undefined;
  isBusy: boolean;
  /** Whether the pay button is enabled. */
  isReady: boolean;
  onGoToBank: () => void;
  onEnterOtherCard: () => void;
  onCheckAgain: () => void;
};

/** Renders the buttons for the current outcome, with one primary action. */
function PayButtons({
  appointment,
  outcome,
  isBusy,
  isReady,
  onGoToBank,
  onEnterOtherCard,
  onCheckAgain,
}: ButtonsProps) {
  if (!outcome || canEnterCard(outcome))
    return (
      <Button type="submit" disabled={!isReady} isBusy={isBusy} size="large">
        {payText(appointment)}
      </Button>
    );
  if (outcome.kind === 'authentication')
    return (
      <>
        <Button onClick={onGoToBank} isBusy={isBusy} size="large">
          <Trans>Continue to your bank</Trans>
        </Button>
        <Button variant="outlined" onClick={onEnterOtherCard} disabled={isBusy} size="large">
          <Trans>Use another card</Trans>
        </Button>
      </>
    );
  return (
    <Button
      onClick={onCheckAgain}
      isBusy={isBusy}
      size="large"
      variant={outcome.kind === 'processing' ? 'outlined' : 'primary'}
    >
      {outcome.kind === 'processing' ? t`Check now` : t`Try again`}
    </Button>
  );
}

type PaymentState = { outcome: CheckoutOutcome | undefined; isBusy: boolean; entry: CardEntry | undefined };
type Options = {
  /**
   * Whether the bank has just redirected the payer here. This counts as a click, because the payer clicked
   * before the redirect.
   */
  isBankReturn: boolean;
};

/**
 * Moves the focus when a clicked action has finished, or when the button that had the focus was removed: to
 * the field of the error, to the status text, or to the card number if there is no text.
 * @returns `trackClick` wraps click handlers; `statusRef` and `buttonsRef` belong on the status and around
 * the buttons
 */
function useFocusAfterClick({ outcome, isBusy, entry }: PaymentState, { isBankReturn }: Options) {
  const statusRef = useRef<HTMLDivElement>(null);
  const wasClicked = useRef(isBankReturn);

  useEffect(() => {
    if (isBusy || !outcome || !wasClicked.current) return;
    const field = fieldToFocus(outcome);
    // The card fields may still be loading. The effect runs again when they are ready.
    if (field && !entry) return;
    wasClicked.current = false;
    if (field) entry?.focus(field);
    else statusRef.current?.focus();
    // If the error and the field do not both fit, the field with its label is shown.
    for (const element of [statusRef.current, document.activeElement?.closest('.bb-field')])
      element?.scrollIntoView({ block: 'nearest' });
  }, [outcome, isBusy, entry]);

  const [buttonsRef] = useState(() => (buttons: HTMLDivElement | null) => () => {
    if (buttons?.contains(document.activeElement)) wasClicked.current = true;
  });
  const trackClick = (handler: () => void) => () => {
    wasClicked.current = true;
    handler();
  };
  return { statusRef, buttonsRef, trackClick };
}

function fieldToFocus(outcome: CheckoutOutcome) {
  if (outcome.kind === 'declined') return outcome.error.field;
  return outcome.kind === 'open' && !outcome.renewed ? 'cardNumber' : undefined;
}
