import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { countByYear } from '#contract/donations.ts';
import { pendingBadge, successBadge } from '#web/components/class-names.ts';
import { partialRefundText } from '#web/features/appointments/payment-badge.tsx';
import { RecordedStatus } from '#web/features/appointments/recorded-status.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { formatPlainNumber } from '#web/i18n/digits.ts';
import { isToPay } from '#web/queries/appointment-fee.ts';

/** Lists all past appointments, latest first, grouped by year. */
export function Timeline({ appointments }: { appointments: readonly Appointment[] }) {
  const years = countByYear(appointments.map(({ date }) => date)).filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="donations-timeline" className="grid gap-5">
      <h2 id="donations-timeline">
        <Trans>Timeline</Trans>
      </h2>
      {years.map(({ year, count }) => (
        <section key={year} aria-labelledby={`donations-${year}`} className="grid gap-4">
          <h3 id={`donations-${year}`}>
            {formatPlainNumber(year)}{' '}
            <span className="ms-2 font-text text-small font-normal text-ink-soft">
              {plural(count, { one: '# appointment', other: '# appointments' })}
            </span>
          </h3>
          <ol className="bb-timeline ms-1.75 border-line border-s-2">
            {appointments
              .filter(({ date }) => date.startsWith(year))
              .map((appointment) => (
                <Entry key={appointment._id} appointment={appointment} />
              ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

function Entry({ appointment }: { appointment: Appointment }) {
  const { _id, date: day, center, name, bloodGroup, transactionId } = appointment;
  const date = formatDay(day);
  return (
    <li className="relative grid gap-1 ps-6 pb-6 last:pb-0 print:block print:break-inside-avoid">
      <p className="font-semibold">
        <time dateTime={day}>{date}</time>
      </p>
      <p className="break-words">{center}</p>
      <p className="hidden break-words print:block">{name}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="rounded-full border border-line px-2 text-small font-semibold">
          <span className="sr-only">{t`Blood Group`} </span>
          {bloodGroup}
        </span>
        <RecordedStatus {...appointment} />
        <PaymentBadge {...appointment} />
        {transactionId && (
          <Link
            to={`/dashboard/payment/${_id}`}
            className="bb-row-link print:hidden"
            aria-label={t`Receipt of ${date}`}
          >
            <Trans>Receipt</Trans>
          </Link>
        )}
      </p>
    </li>
  );
}

function PaymentBadge(appointment: Appointment) {
  const { transactionId, refunded } = appointment;
  if (refunded) return <span className={pendingBadge}>{t`Refunded`}</span>;
  const partialRefund = partialRefundText(appointment);
  if (partialRefund) return <span className={pendingBadge}>{partialRefund}</span>;
  if (transactionId) return <span className={successBadge}>{t`Paid`}</span>;
  return isToPay(appointment) ? <span className="bb-hint">{t`Not paid`}</span> : null;
}
