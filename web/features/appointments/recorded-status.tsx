import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { pendingBadge, successBadge } from '#web/components/class-names.ts';
import { formatDay } from '#web/i18n/days.ts';

/** Shows the center's record about an appointment. Renders nothing while there is none. */
export function RecordedStatus({ status = 'booked', deferredUntil, cancellationReason }: Appointment) {
  const text =
    cancellationReason === 'address-unconfirmed'
      ? t`Canceled, because the email address was not confirmed`
      : statusText(status, deferredUntil as Day | undefined);
  if (!text) return null;
  const isGood = status === 'fulfilled' || status === 'arrived';
  return <span className={isGood ? successBadge : pendingBadge}>{text}</span>;
}

function statusText(status: AppointmentStatus, deferredUntil: Day | undefined): string | undefined {
  const date = deferredUntil && formatDay(deferredUntil);
  const texts: Record<AppointmentStatus, string | undefined> = {
    booked: undefined,
    arrived: t`Arrived`,
    fulfilled: t`Confirmed by the center`,
    deferred: date && t`You may give blood from ${date}`,
    'not-given': t`No donation`,
    noshow: t`You did not come`,
    cancelled: t`Canceled by the center`,
  };
  return texts[status];
}
