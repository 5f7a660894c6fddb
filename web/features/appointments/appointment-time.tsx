import type { Appointment } from '#contract/appointments.ts';
import { formatDayAndTime } from '#web/i18n/days.ts';

/** The day of an appointment, and its arrival time at a center that asks for one. */
export const AppointmentTime = ({ date, time }: Pick<Appointment, 'date' | 'time'>) => (
  <time dateTime={time ? `${date}T${time}` : date}>{formatDayAndTime({ date, time })}</time>
);
