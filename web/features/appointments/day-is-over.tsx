import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import { canChange, isPastDay } from './split-by-day.ts';

type Props = { appointment: Appointment; className?: string };

/** What to do about an unpaid appointment whose day is over: it counts as a donation in the donor's history. */
export const DayIsOver = ({ appointment, className }: Props) =>
  isPastDay(appointment) && !appointment.transactionId && canChange(appointment) ? (
    <p className={className}>{t`This day is over. If you did not give blood, change the date or cancel.`}</p>
  ) : null;
