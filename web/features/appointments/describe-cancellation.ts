import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import { formatDayAndTime } from '#web/i18n/days.ts';

/** Names an appointment in a question about it. */
export function describeAppointment(appointment: Appointment): string {
  const { center } = appointment;
  return t`Your appointment: ${formatDayAndTime(appointment)}, ${center}`;
}
