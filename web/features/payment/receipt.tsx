import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Ref } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { formatMoney } from '#contract/values.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { pendingBadge, successBadge } from '#web/components/class-names.ts';
import { brand, publicUrl } from '#web/document/page-meta.ts';
import { PassLink } from '#web/features/donation-pass/pass-link.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';

type Props = {
  appointment: Appointment;
  transactionId: string;
  heading?: Ref<HTMLHeadingElement> | undefined;
};

const printBadgeClass =
  'print:border print:border-ink print:bg-transparent print:px-[calc(0.75rem-1px)] print:text-ink';

/** Shows what was paid and when. Old appointments lack the payment details; those rows are left out. */
export function Receipt({ appointment, transactionId, heading }: Props) {
  const { payment, refunded = false } = appointment;
  const { user } = useSession();
  return (
    <article className="bb-card bb-receipt grid w-full max-w-2xl gap-4 p-6 md:p-8" aria-labelledby="receipt">
      <p className="hidden justify-between border-line border-b pb-3 print:flex">
        <strong className="font-heading text-[14pt]">{brand}</strong> {publicUrl()}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="receipt" ref={heading} tabIndex={-1} className="text-heading">
          <Trans>Receipt</Trans>
        </h2>
        {refunded ? (
          <p className={`${pendingBadge} ${printBadgeClass}`}>{t`Refunded`}</p>
        ) : (
          <p className={`${successBadge} ${printBadgeClass}`}>{t`Paid`}</p>
        )}
      </div>
      {payment && (
        <p className="font-heading text-title font-semibold leading-none">
          {formatAmount(payment.amount, payment.currency)}
        </p>
      )}
      <p>
        {refunded
          ? t`We refunded the service charge to your card. Your bank may take a few days to show it.`
          : t`Thank you. You paid the service charge for your appointment.`}
      </p>
      <DetailList rows={detailRows(appointment, transactionId)} />
      {payment && (
        <p className="text-ink-soft print:hidden">
          {user?.emailVerified === false
            ? t`We email receipts to confirmed addresses only. You can always find this receipt here.`
            : t`We also emailed you this receipt.`}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => window.print()}>
          <Trans>Print receipt</Trans>
        </Button>
        <LinkButton to="/dashboard/appointments" look="quiet">
          <Trans>Your appointments</Trans>
        </LinkButton>
        <PassLink id={appointment._id} />
      </div>
    </article>
  );
}

function detailRows({ payment, name, center, date }: Appointment, transactionId: string) {
  const paidAt = payment && formatDateTime(payment.paidAt);
  const refundedAt = payment?.refundedAt && formatDateTime(payment.refundedAt);
  return [
    [t`Paid on`, paidAt],
    [t`Refunded on`, refundedAt],
    [t`Name`, name],
    [t`Donation Center`, center],
    [t`Donation Date`, formatDay(date)],
    [t`Transaction id`, transactionId],
  ].flatMap(([term, text]) => (term && text ? [[term, text] as const] : []));
}

/** A description list; terms and values are in two columns from the `sm` breakpoint. */
export function DetailList({ rows }: { rows: readonly (readonly [term: string, text: string])[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
      {rows.map(([term, text]) => (
        <div key={term} className="sm:contents">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="min-w-0 break-words font-semibold">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats an amount, given in the smallest unit of the currency, as `$5.00`. */
export const formatAmount = (amount: number, currency: string): string =>
  formatMoney(amount, currency, pageLocale);

/** Formats an ISO timestamp as `November 21, 2026 at 4:05 PM GMT+6`, in the reader's time zone. */
export const formatDateTime = (timestamp: string): string =>
  new Intl.DateTimeFormat(pageLocale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(timestamp));
