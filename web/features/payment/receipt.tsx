import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Ref } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { isInHistory } from '#contract/donations.ts';
import { formatMoney } from '#contract/money.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { siteToday } from '#web/api/site-today.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { pendingBadge, successBadge } from '#web/components/class-names.ts';
import { PrintHeading } from '#web/components/print.tsx';
import { formatDayAndTime } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';
import { requireFee } from '#web/queries/appointment-fee.ts';
import { ReceiptActions } from './receipt-actions.tsx';
import { ThankYou } from './thank-you.tsx';

type Props = {
  appointment: Appointment;
  transactionId: string;
  /**
   * Whether the payment was made just now, and its details are still loading. Then the time is approximate.
   */
  isLoadingPayment: boolean;
  heading?: Ref<HTMLHeadingElement> | undefined;
};

const printBadgeClass = 'print:border print:border-ink print:px-[calc(0.75rem-1px)]';

/**
 * Shows the thanks, then the amount and time of the payment. Old appointments lack the payment details, so
 * those rows are left out.
 */
export function Receipt({ appointment, transactionId, isLoadingPayment, heading }: Props) {
  const { payment, refunded = false } = appointment;
  const { user } = useSession();
  const amount = payment ?? (isLoadingPayment ? requireFee(appointment) : undefined);
  const isUpcoming =
    !refunded &&
    !appointment.isClosed &&
    appointment.status !== 'cancelled' &&
    !isInHistory(appointment, siteToday());
  return (
    <article
      className="bb-card w-full overflow-hidden wide:max-w-xl print:max-w-none print:break-inside-avoid print:overflow-visible print:rounded-none print:border-0"
      aria-labelledby="receipt"
    >
      <PrintHeading />
      <ThankYou appointment={appointment} isUpcoming={isUpcoming} heading={heading} />
      <div className="grid gap-4 border-line border-t-2 border-dashed p-6 md:p-8 print:border-0 print:p-0">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="receipt" className="text-heading">
            <Trans>Receipt</Trans>
          </h2>
          {refunded || payment?.refundedAmount ? (
            <p className={`${pendingBadge} ${printBadgeClass}`}>
              {refunded ? t`Refunded` : t`Partly refunded`}
            </p>
          ) : (
            <p className={`${successBadge} ${printBadgeClass}`}>{t`Paid`}</p>
          )}
        </div>
        {amount && (
          <p className="font-heading text-title font-semibold leading-none">
            {formatAmount(amount.amount, amount.currency)}
          </p>
        )}
        <DetailList rows={detailRows(appointment, transactionId, isLoadingPayment)} />
        {amount && (
          <p className="text-ink-soft print:hidden">
            {user?.emailVerified === false
              ? t`We email receipts to confirmed addresses only. You can always find this receipt here.`
              : t`We also emailed you this receipt.`}
          </p>
        )}
        <ReceiptActions appointment={appointment} isUpcoming={isUpcoming} />
      </div>
    </article>
  );
}

function detailRows(appointment: Appointment, transactionId: string, isLoadingPayment: boolean) {
  const { payment, name, center } = appointment;
  const paidAt = payment ? formatDateTime(payment.paidAt) : isLoadingPayment && formatDateTime(siteNow());
  const refundedAt = payment?.refundedAt && formatDateTime(payment.refundedAt);
  const refundedPart = payment?.refundedAmount && formatAmount(payment.refundedAmount, payment.currency);
  return [
    [t`Paid on`, paidAt],
    [t`Refunded`, refundedPart],
    [t`Refunded on`, refundedAt],
    [t`Name`, name],
    [t`Donation Center`, center],
    [t`Donation Date`, formatDayAndTime(appointment)],
    [t`Transaction id`, transactionId],
  ].flatMap(([term, text]) => (term && text ? [[term, text] as const] : []));
}

/** Terms and values are in two columns from the `sm` breakpoint. */
function DetailList({ rows }: { rows: readonly (readonly [term: string, text: string])[] }) {
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

/**
 * Formats a timestamp, in ISO format or in ms since 1970, as `November 21, 2026 at 16:05 GMT+6`, in the
 * reader's time zone.
 */
export const formatDateTime = (timestamp: string | number): string =>
  new Intl.DateTimeFormat(pageLocale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(timestamp));
