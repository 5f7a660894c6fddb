import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import { canChange, isPastDay } from './split-by-day.ts';

type Props = { appointment: Appointment; id?: string; className?: string };

/**
 * Gives advice about an unpaid appointment whose day is over, because the donor's history counts it as a
 * donation.
 */
export const DayIsOver = ({ appointment, ...rest }: Props) =>
  isPastUnpaid(appointment) ? (
    <p {...rest}>{t`This day is over. If you did not give blood, change the date or cancel.`}</p>
  ) : null;

export const isPastUnpaid = (appointment: Appointment): boolean =>
  isPastDay(appointment) && !appointment.transactionId && canChange(appointment);
