import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import { serviceCharge } from '#contract/values.ts';
import { pendingBadge, successBadge } from '#web/components/class-names.ts';
import { formatNumber } from '#web/i18n/numbers.ts';

/** `Pay $5` */
export function payText(): string {
  const price = `$${formatNumber(serviceCharge.price)}`;
  return t`Pay ${price}`;
}

/** Paid, refunded or not paid yet. */
export function PaymentBadge({ transactionId, refunded }: Appointment) {
  if (refunded) return <span className={pendingBadge}>{t`Refunded`}</span>;
  if (transactionId)
    return (
      <span className={successBadge} title={transactionId}>
        {t`Paid`}
      </span>
    );
  return <span className={pendingBadge}>{t`Not paid yet`}</span>;
}
