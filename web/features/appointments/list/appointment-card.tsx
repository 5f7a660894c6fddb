import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { hasFeature } from '#web/api/config.ts';
import { LinkButton } from '#web/components/button.tsx';
import { pendingBadge } from '#web/components/class-names.ts';
import { DayLeaf } from '#web/components/day-leaf.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { EarlyNotice, useEarlyReason } from '#web/features/eligibility/early-notice.tsx';
import { formatDayAndTime } from '#web/i18n/days.ts';
import { isToPay } from '#web/queries/appointment-fee.ts';
import { VisitFacts } from '../../centers/visit-facts.tsx';
import { AppointmentTime } from '../appointment-time.tsx';
import { CenterAddress } from '../form/center-address.tsx';
import { PaymentBadge, payText } from '../payment-badge.tsx';
import { RecordedStatus } from '../recorded-status.tsx';
import { ConfirmNotice } from './confirm-notice.tsx';
import { DayIsOver } from './day-is-over.tsx';
import { PassLink } from './pass-link.tsx';
import { CancelLink, RowLinks } from './row-links.tsx';
import { canChange, daysUntil, isOver, isPastDay } from './split-by-day.ts';
import { useCancel } from './use-cancel.ts';

type Props = {
  appointment: Appointment;
  /** Whether this is the next appointment, which is larger and has a heading. */
  isNext: boolean;
  /** Called when the card, or the actions of an unpaid appointment, are removed while they have the focus. */
  onRemoved: () => void;
  /** Whether a link led to this card, which then takes the focus. */
  isTarget: boolean;
  /** All appointments of the donor. */
  list: readonly Appointment[];
};

/** Shows an appointment and everything that a donor can do with it. */
export function AppointmentCard({ isTarget, ...props }: Props) {
  const { appointment, isNext } = props;
  const heading = useId();
  const label = isNext ? { 'aria-labelledby': heading } : { 'aria-label': formatDayAndTime(appointment) };
  return (
    <article
      {...label}
      {...(isTarget && { ref: focusOnMount, tabIndex: -1 })}
      id={appointment._id}
      // Leaves room for the bar, toasts and, on wide screens, the page's heading when a link leads here.
      className="bb-card scroll-mt-20 overflow-hidden lg:scroll-mt-44"
    >
      {isNext && (
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 bg-red px-5 py-2 text-on-red sm:py-3">
          <h2 id={heading} className="text-large sm:text-heading">
            {titleOf(appointment)}
          </h2>
          {!isOver(appointment) && <p className="font-semibold">{countdown(daysUntil(appointment.date))}</p>}
        </header>
      )}
      {/* The key changes on payment, so that `onRemoved` is called if the removed action had the focus. */}
      <Content key={appointment.transactionId} {...props} />
    </article>
  );
}

function Content({ appointment, isNext, onRemoved, list }: Omit<Props, 'isTarget'>) {
  const { _id, date, bloodGroup, transactionId, centerNotes, visit } = appointment;
  const dateId = useId();
  const isUnpaid = transactionId === undefined;
  const isPast = isPastDay(appointment);
  const isToCome = canChange(appointment) && !isPast && !appointment.isClosed;
  const isEarly = useEarlyReason(date, list) !== undefined && isToCome;
  const { container, isBusy, failure, cancel } = useCancel(appointment, onRemoved);
  return (
    <div
      ref={container}
      className={`grid gap-x-6 ${isNext ? 'gap-y-3 px-5 py-4 sm:gap-y-5 sm:py-5' : 'gap-y-3 p-5'} wide:grid-cols-[minmax(0,1fr)_auto] wide:items-center`}
    >
      <div className="flex gap-3">
        <DayLeaf day={date} size={isNext ? 'wide-only' : 'small'} />
        <div className="grid min-w-0 content-center gap-1">
          <p
            id={dateId}
            className={`font-heading font-semibold ${isNext ? 'text-large sm:text-heading' : 'text-large'}`}
          >
            <AppointmentTime {...appointment} />
          </p>
          <CenterAddress {...appointment} />
          <p className="mt-1 flex flex-wrap items-center gap-2">
            {appointment.isClosed && (
              <span className={pendingBadge}>
                {appointment.time ? t`The center is closed at that time` : t`The center is closed`}
              </span>
            )}
            {!(isUnpaid && isOver(appointment)) && <PaymentBadge {...appointment} />}
            {!(isNext && appointment.status === 'fulfilled') && <RecordedStatus {...appointment} />}
            <span className="rounded-full border border-line px-1 text-small font-semibold">
              <span className="sr-only">{t`Blood Group`} </span>
              {bloodGroup}
            </span>
          </p>
        </div>
      </div>
      <div className="grid gap-2 wide:min-w-64">
        {isEarly && <EarlyNotice day={date} list={list} className="wide:max-w-64" />}
        <ConfirmNotice confirmBy={appointment.confirmBy} className="wide:max-w-64" />
        <DayIsOver appointment={appointment} className="wide:max-w-64" />
        {!(isEarly && isToPay(appointment)) && (
          <PrimaryAction
            appointment={appointment}
            describedBy={dateId}
            isNext={isNext}
            isPrimary={isNext && !isEarly}
          />
        )}
        <RowLinks appointment={appointment} describedBy={dateId}>
          {isUnpaid ? (
            <>
              {!isOver(appointment) && !isPast && !appointment.isClosed && isToPay(appointment) && (
                <PassLink id={_id} describedBy={dateId} />
              )}
              {/* If the day is too early, paying is a secondary action. */}
              {isEarly && isToPay(appointment) && (
                <Link to={`/dashboard/payment/${_id}`} className="bb-row-link" aria-describedby={dateId}>
                  {payText(appointment)}
                </Link>
              )}
              {canChange(appointment) && (
                <CancelLink describedBy={dateId} isBusy={isBusy} onCancel={cancel} />
              )}
            </>
          ) : (
            <Link to={`/dashboard/payment/${_id}`} className="bb-row-link" aria-describedby={dateId}>
              <Trans>Receipt</Trans>
            </Link>
          )}
        </RowLinks>
        {/* The toast shows the same text, but only for 5 s. */}
        {failure && <p className="bb-error">{failure}</p>}
      </div>
      {isNext && centerNotes && !isOver(appointment) && (
        <p className="whitespace-pre-line wrap-anywhere border-line border-t pt-4 wide:col-span-full">
          {centerNotes}
        </p>
      )}
      {isNext && !isOver(appointment) && (
        <VisitFacts visit={visit} className="border-line border-t pt-4 wide:col-span-full" />
      )}
    </div>
  );
}

type ActionProps = { appointment: Appointment; describedBy: string; isNext: boolean; isPrimary: boolean };

/**
 * Renders the next step: pay, then show the pass (or the receipt if passes are disabled), and finally see the
 * donations. Renders nothing on a closed day, for an unpaid appointment on a past day, or for a canceled one.
 * Offers a lost slot again if it was lost because the address was unconfirmed.
 */
function PrimaryAction({ appointment, describedBy, isNext, isPrimary }: ActionProps) {
  const { _id, transactionId } = appointment;
  const hasPass = hasFeature('offline') && !isToPay(appointment);
  if (appointment.isClosed) return null;
  if (appointment.bookAgainToken)
    return (
      <LinkButton
        to={`/slot-offer#${appointment.bookAgainToken}`}
        variant="outlined"
        className="w-full"
        aria-describedby={describedBy}
      >
        <Trans>Book again</Trans>
      </LinkButton>
    );
  // The badge says why the appointment was canceled.
  if (appointment.status === 'cancelled') return null;
  const isPast = isPastDay(appointment);
  if (isPast && transactionId === undefined && !isOver(appointment)) return null;
  // Nothing is left to do for an appointment without a fee or a pass.
  if (!isPast && transactionId === undefined && !isToPay(appointment) && !hasPass && !isOver(appointment))
    return null;
  const [text, page] =
    isPast || isOver(appointment)
      ? [t`My donations`, 'donations']
      : isToPay(appointment)
        ? [payText(appointment), `payment/${_id}`]
        : hasPass
          ? [t`Show pass`, `pass/${_id}`]
          : [t`Receipt`, `payment/${_id}`];
  return (
    <LinkButton
      to={`/dashboard/${page}`}
      variant={isPrimary ? 'primary' : 'outlined'}
      size={isNext ? 'large' : 'normal'}
      className="w-full"
      aria-describedby={describedBy}
    >
      {text}
    </LinkButton>
  );
}

function titleOf(appointment: Appointment): string {
  if (appointment.status === 'fulfilled') return t`You gave blood today. Thank you`;
  return isOver(appointment) ? t`Your appointment today` : t`Your next donation`;
}

/** Does not use `Intl`, whose Bengali text means 'within this many days'. */
const countdown = (days: number): string =>
  plural(days, { 0: 'Today', 1: 'Tomorrow', one: 'In # day', other: 'In # days' });
