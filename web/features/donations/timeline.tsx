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
import { ImportedDetails } from './imported-details.tsx';
import { isImported, type PastEntry } from './past.ts';

type Props = {
  entries: readonly PastEntry[];
  /** Called after an imported donation was removed, with a text that says so. */
  onRemoved: (text: string) => Promise<void>;
};

/** Lists all entries of the history, latest first, grouped by year. */
export function Timeline({ entries, onRemoved }: Props) {
  const years = countByYear(entries.map(({ date }) => date)).filter(({ count }) => count > 0);
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
              {plural(count, { one: '# entry', other: '# entries' })}
            </span>
          </h3>
          <ol className="bb-timeline ms-1.75 border-line border-s-2">
            {entries
              .filter(({ date }) => date.startsWith(year))
              .map((entry) => (
                <Entry key={entry._id} entry={entry} onRemoved={onRemoved} />
              ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

function Entry({ entry, onRemoved }: Pick<Props, 'onRemoved'> & { entry: PastEntry }) {
  const { date: day, center, name, bloodGroup } = entry;
  return (
    <li className="relative grid gap-1 ps-6 pb-6 last:pb-0 print:block print:break-inside-avoid">
      <p className="font-semibold">
        <time dateTime={day}>{formatDay(day)}</time>
      </p>
      <p className="break-words">{center}</p>
      <p className="hidden break-words print:block">{name}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {bloodGroup && (
          <span className="rounded-full border border-line px-2 text-small font-semibold">
            <span className="sr-only">{t`Blood Group`} </span>
            {bloodGroup}
          </span>
        )}
        {isImported(entry) ? (
          <ImportedDetails donation={entry} onRemoved={onRemoved} />
        ) : (
          <AppointmentDetails appointment={entry} />
        )}
      </p>
    </li>
  );
}

function AppointmentDetails({ appointment }: { appointment: Appointment }) {
  const { _id, date: day, transactionId } = appointment;
  const date = formatDay(day);
  return (
    <>
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
    </>
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
