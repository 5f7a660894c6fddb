import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import { formatDay } from '#web/i18n/days.ts';

/** Names an appointment in a question about it. */
export const describeAppointment = ({ date, center }: Appointment): string =>
  t`Your appointment: ${formatDay(date)}, ${center}`;
