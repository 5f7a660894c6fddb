import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { siteConfig } from '#web/api/config.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { PastUnpaidNotice } from '#web/features/appointments/unpaid-past.tsx';
import { EarlyNotice } from '#web/features/eligibility/early-notice.tsx';
import { formatDayAndTime } from '#web/i18n/days.ts';
import { priceText } from '#web/queries/appointment-fee.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { AcceptedCards } from './accepted-cards.tsx';
import { AboutPayment, BeforeYouPay } from './before-you-pay.tsx';
import './payment.css';

export const AppointmentsLink = () => (
  <Link to="/dashboard/appointments" className="bb-row-link justify-self-center">
    <Trans>Back to your appointments</Trans>
  </Link>
);

type Props = {
  appointment: Appointment;
  /** The card fields. If missing, a spinner is shown while `isLoading`. */
  fields?: ReactNode;
  isLoading?: boolean;
  /** Set while the bank's response is awaited. Hides everything that the response could move. */
  isReturning?: boolean;
  /** Status text that is not an error. */
  note?: string | undefined;
  /** Whether the note is about something in progress. */
  isInProgress?: boolean;
  /** The error, shown in red above the buttons. */
  problem?: string | undefined;
  errorId: string;
  /**
   * Hides an outdated status while busy, but keeps its space. Screen readers read the status when it is shown
   * again.
   */
  isStatusHidden?: boolean;
  /** The element with note and problem. It takes the focus when the clicked control was removed. */
  statusRef?: Ref<HTMLDivElement>;
  buttons: ReactNode;
  /** The element with the buttons, which a change of the outcome replaces. */
  buttonsRef?: Ref<HTMLDivElement>;
  onSubmit?: (() => void) | undefined;
};

/**
 * Reserves the space of the card fields, to avoid a layout shift when they load. The sandbox has notes around
 * them.
 */
const fieldsSpace = { sandbox: 'bb-sandbox-space', stripe: 'min-h-46', none: '' };

/** Lays out every payment state: the service charge and its purpose, card fields, status text and buttons. */
export function PayPanel({
  appointment,
  fields,
  isLoading = false,
  isReturning = false,
  note,
  isInProgress,
  problem,
  isStatusHidden,
  statusRef,
  errorId,
  buttons,
  buttonsRef,
  onSubmit,
}: Props) {
  const price = priceText(appointment);
  const summary = `${formatDayAndTime(appointment)}, ${appointment.center}`;
  const { user } = useSession();
  // Do not load the list here: its arrival would move the form.
  const { data: list } = useQuery({ ...appointmentsQuery(user), enabled: false });
  const provider = siteConfig().cards.provider;
  const isPayable = !isReturning && (Boolean(fields) || isLoading);
  return (
    <form
      className="bb-card grid gap-4 p-5 sm:p-6"
      data-loading={isLoading || undefined}
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
        <p className="mt-1 line-clamp-2 wrap-anywhere text-ink-soft">{summary}</p>
        {list && <EarlyNotice day={appointment.date} list={list} className="mt-2" />}
        <PastUnpaidNotice appointment={appointment} className="mt-2 border-warn border-s-4 ps-3" />
      </div>
      {isReturning && (
        // The spinner takes about the height of the form with an error on a phone.
        <div className="grid min-h-220 content-start justify-items-center pt-20">
          <Spinner label={t`Checking the payment`} />
        </div>
      )}
      {isPayable && (
        <>
          <AcceptedCards />
          <div className={`grid ${fields ? 'content-start' : 'place-items-center'} ${fieldsSpace[provider]}`}>
            {fields || <Spinner label={t`Preparing the payment`} />}
          </div>
          <BeforeYouPay />
        </>
      )}
      <div
        ref={statusRef}
        tabIndex={-1}
        className={`bb-payment-status grid gap-3 ${isStatusHidden ? 'invisible' : ''}`}
      >
        {/* Render these always, so that screen readers announce changes of these live regions. */}
        <p role="alert" id={errorId} className="bb-error">
          {problem}
        </p>
        <p aria-live="polite" className="flex items-center gap-3 rounded-small bg-soft p-4">
          {note && isInProgress && <Spinner size="small" />}
          {note}
        </p>
      </div>
      {!isReturning && (
        // The key creates a new element when the card fields appear or disappear, so that the move does not
        // count as a layout shift.
        <div key={String(isPayable)} ref={buttonsRef} className="grid gap-3">
          {buttons}
          {isPayable && <AboutPayment />}
          <AppointmentsLink />
        </div>
      )}
    </form>
  );
}
