import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { serviceCharge } from '#contract/values.ts';
import { Spinner } from '#web/components/spinner.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { AcceptedCards } from './accepted-cards.tsx';
import { BeforeYouPay } from './before-you-pay.tsx';
import './payment.css';

/** The way back, below the last button. */
export const AppointmentsLink = () => (
  <Link to="/dashboard/appointments" className="bb-row-link justify-self-center">
    <Trans>Back to your appointments</Trans>
  </Link>
);

type Props = {
  /** The card fields. Without them a spinner is shown while `isLoading`. */
  fields?: ReactNode;
  isLoading?: boolean;
  /** Status text that is not an error. */
  note?: string | undefined;
  /** Whether the note is about something in progress. */
  isInProgress?: boolean;
  /** The error, shown in red above the buttons. */
  problem?: string | undefined;
  errorId: string;
  /** Hides an outdated status while busy. Its space stays, and screen readers read it when it is shown again. */
  isStatusHidden?: boolean;
  /** The element with note and problem. It takes the focus when the clicked control is gone. */
  statusRef?: Ref<HTMLDivElement>;
  buttons: ReactNode;
  onSubmit?: (() => void) | undefined;
};

/** The layout of every payment state: service charge, card fields, status text and buttons. */
export function PayPanel({
  fields,
  isLoading = false,
  note,
  isInProgress,
  problem,
  isStatusHidden,
  statusRef,
  errorId,
  buttons,
  onSubmit,
}: Props) {
  const price = `$${formatNumber(serviceCharge.price)}`;
  return (
    <form
      className="bb-card grid gap-5 p-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <div>
        <h2 className="text-heading">
          <Trans>
            Service charge <span className="whitespace-nowrap text-red-ink">{price}</span>
          </Trans>
        </h2>
        <p className="mt-1 text-ink-soft">{t`For arranging this appointment. You pay it once.`}</p>
      </div>
      {(fields || isLoading) && (
        <>
          <BeforeYouPay />
          <AcceptedCards />
          {fields || (
            // About as high as the card fields.
            <div className="grid min-h-72 place-items-center">
              <Spinner label={t`Preparing the payment`} />
            </div>
          )}
        </>
      )}
      <div ref={statusRef} tabIndex={-1} className={`bb-payment-status ${isStatusHidden ? 'invisible' : ''}`}>
        {/* Always rendered, so that screen readers announce changes of these live regions. */}
        <p aria-live="polite" className="bb-payment-note">
          {note && isInProgress && <Spinner size="small" />}
          {note}
        </p>
        <p role="alert" id={errorId} className="bb-error">
          {problem}
        </p>
      </div>
      <div className="grid gap-3">
        {buttons}
        <AppointmentsLink />
      </div>
    </form>
  );
}
