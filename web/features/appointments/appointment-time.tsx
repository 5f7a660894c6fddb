import type { Appointment } from '#contract/appointments.ts';
import { formatDayAndTime } from '#web/i18n/days.ts';

/** Shows the day of an appointment, and the arrival time if the center asks for one. */
export const AppointmentTime = ({ date, time }: Pick<Appointment, 'date' | 'time'>) => (
  <time dateTime={time ? `${date}T${time}` : date}>{formatDayAndTime({ date, time })}</time>
);
