import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import { formatMoney } from '#contract/money.ts';
import { pendingBadge, successBadge } from '#web/components/class-names.ts';
import { pageLocale } from '#web/i18n/language.ts';
import { isToPay, priceText } from '#web/queries/appointment-fee.ts';

/** Returns a text such as `Pay $5`. */
export function payText(appointment: Pick<Appointment, 'fee'>): string {
  const price = priceText(appointment);
  return t`Pay ${price}`;
}

/** Returns the paid and the refunded amount if a part of the payment was refunded, otherwise undefined. */
export function partialRefundText({ payment }: Pick<Appointment, 'payment'>): string | undefined {
  if (!payment?.refundedAmount) return undefined;
  const format = (amount: number) => formatMoney(amount, payment.currency, pageLocale);
  const [paid, refundedPart] = [format(payment.amount), format(payment.refundedAmount)];
  return t`Paid ${paid}, refunded ${refundedPart}`;
}

/**
 * Shows whether an appointment is paid, refunded, partly refunded or not paid yet. Shows nothing if it costs
 * nothing.
 */
export function PaymentBadge(appointment: Appointment) {
  const { transactionId, refunded } = appointment;
  if (refunded) return <span className={pendingBadge}>{t`Refunded`}</span>;
  const partialRefund = partialRefundText(appointment);
  if (partialRefund) return <span className={pendingBadge}>{partialRefund}</span>;
  if (transactionId)
    return (
      <span className={successBadge} title={transactionId}>
        {t`Paid`}
      </span>
    );
  return isToPay(appointment) ? <span className={pendingBadge}>{t`Not paid yet`}</span> : null;
}
