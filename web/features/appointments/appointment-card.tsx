import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { serviceCharge } from '#contract/values.ts';
import { useFeature } from '#web/api/config.ts';
import { LinkButton } from '#web/components/button.tsx';
import { pendingBadge, successBadge } from '#web/components/class-names.ts';
import { formatDay } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { PassLink } from '../donation-pass/pass-link.tsx';
import { DayLeaf } from './day-leaf.tsx';
import { RecordedStatus } from './recorded-status.tsx';
import { RowLinks } from './row-links.tsx';
import { canChange, daysUntil } from './split-by-day.ts';
import { useCancel } from './use-cancel.ts';

type Props = {
  appointment: Appointment;
  /** The next appointment is larger and has a heading. */
  isNext: boolean;
  /** Called when the card, or its actions for an unpaid appointment, disappear while they have the focus. */
  onRemoved: () => void;
};

/** An appointment with everything that a donor does with it. */
export function AppointmentCard({ appointment, isNext, onRemoved }: Props) {
  const heading = useId();
  const label = isNext ? { 'aria-labelledby': heading } : { 'aria-label': formatDay(appointment.date) };
  return (
    <article {...label} className="bb-card overflow-hidden">
      {isNext && (
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 bg-red px-6 py-3 text-on-red">
          <h2 id={heading} className="text-heading">
            <Trans>Your next donation</Trans>
          </h2>
          <p className="font-semibold">{countdown(daysUntil(appointment.date))}</p>
        </header>
      )}
      {/* A new key when it is paid meanwhile, so that `onRemoved` is called if an action that is removed has the focus. */}
      <Content
        key={appointment.transactionId}
        appointment={appointment}
        isNext={isNext}
        onRemoved={onRemoved}
      />
    </article>
  );
}

function Content({ appointment, isNext, onRemoved }: Props) {
  const { _id, date, center, bloodGroup, transactionId } = appointment;
  const dateId = useId();
  const { container, isBusy, cancel } = useCancel(appointment, onRemoved);
  return (
    <div
      ref={container}
      className={`grid gap-x-6 ${isNext ? 'gap-y-5 p-6' : 'gap-y-3 px-6 py-5'} wide:grid-cols-[minmax(0,1fr)_auto] wide:items-center`}
    >
      <div className="flex gap-5">
        <DayLeaf day={date} size={isNext ? 'normal' : 'small'} />
        <div className="grid min-w-0 content-center gap-1">
          <p id={dateId} className={`font-heading font-semibold ${isNext ? 'text-heading' : 'text-large'}`}>
            <time dateTime={date}>{formatDay(date)}</time>
          </p>
          <p className="wrap-anywhere">{center}</p>
          <p className="mt-1 flex flex-wrap items-center gap-2">
            <PaymentBadge {...appointment} />
            <RecordedStatus {...appointment} />
            <span className="rounded-full border border-line px-2 text-small font-semibold">
              <span className="sr-only">{t`Blood Group`} </span>
              {bloodGroup}
            </span>
          </p>
        </div>
      </div>
      <div className="grid gap-2 wide:min-w-64">
        <PrimaryAction appointment={appointment} describedBy={dateId} isNext={isNext} />
        <RowLinks appointment={appointment} describedBy={dateId}>
          {transactionId === undefined ? (
            <>
              <PassLink id={_id} describedBy={dateId} />
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
      </div>
    </div>
  );
}

type CancelProps = { describedBy: string; isBusy: boolean; onCancel: () => void };

const CancelLink = ({ describedBy, isBusy, onCancel }: CancelProps) => (
  <button
    type="button"
    className="bb-row-link"
    onClick={isBusy ? undefined : onCancel}
    aria-disabled={isBusy || undefined}
    aria-busy={isBusy || undefined}
    aria-describedby={describedBy}
  >
    <Trans>Cancel</Trans>
  </button>
);

type ActionProps = { appointment: Appointment; describedBy: string; isNext: boolean };

/** Pay first, then show the pass; the receipt where passes are disabled. */
function PrimaryAction({ appointment: { _id, transactionId }, describedBy, isNext }: ActionProps) {
  const hasPass = useFeature('offline') && transactionId !== undefined;
  const text = transactionId === undefined ? payText() : hasPass ? t`Show pass` : t`Receipt`;
  return (
    <LinkButton
      to={`/dashboard/${hasPass ? 'pass' : 'payment'}/${_id}`}
      variant={isNext ? 'primary' : 'outlined'}
      size={isNext ? 'large' : 'normal'}
      className="w-full"
      aria-describedby={describedBy}
    >
      {text}
    </LinkButton>
  );
}

/** `Pay $5` */
export function payText(): string {
  const price = `$${formatNumber(serviceCharge.price)}`;
  return t`Pay ${price}`;
}

/** Paid, refunded or not paid yet. */
export function PaymentBadge({ transactionId, refunded }: Appointment) {
  if (refunded) return <span className={pendingBadge}>{t`Refunded`}</span>;
  if (transactionId) return <span className={successBadge}>{t`Paid`}</span>;
  return <span className={pendingBadge}>{t`Not paid yet`}</span>;
}

/** `today`, `tomorrow`, `in 3 days`, with a capital letter. */
function countdown(days: number): string {
  const text = new Intl.RelativeTimeFormat(pageLocale, { numeric: 'auto' }).format(days, 'day');
  return text.charAt(0).toLocaleUpperCase(pageLocale) + text.slice(1);
}
