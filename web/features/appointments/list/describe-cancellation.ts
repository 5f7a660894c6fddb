import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import { formatDayAndTime } from '#web/i18n/days.ts';

/**
 * Returns the details for the cancellation question: the appointment, and the data that is deleted with it.
 */
export function describeCancellation(appointment: Appointment): string {
  const { center, opinion } = appointment;
  const what = t`Your appointment: ${formatDayAndTime(appointment)}, ${center}`;
  if (!opinion) return what;
  return `${what}. ${t`Your opinion is deleted with it, unless it is published already.`}`;
}
