import { createEvent } from 'ics';
import type { AppointmentTable } from '#server/schema/tables.ts';

/**
 * The appointment as an iCalendar file: a whole day and a place, so that it is right in every time zone.
 * @throws Error when the library refuses the event
 */
export function toCalendar(appointment: AppointmentTable, site: { publicUrl: string; now: number }): string {
  const [year = 0, month = 0, day = 0] = appointment.day.split('-').map(Number);
  const { error, value } = createEvent({
    uid: `${appointment.id}@${new URL(site.publicUrl).hostname}`,
    productId: 'blood-buddies',
    title: 'Blood donation appointment',
    description: `Blood group ${appointment.blood_group}. A donation takes 6-10 minutes.`,
    location: appointment.center,
    url: `${site.publicUrl}/dashboard/appointments`,
    start: [year, month, day],
    duration: { days: 1 },
    created: site.now,
    busyStatus: 'BUSY',
  });
  if (!value) throw error ?? new Error('The calendar file is empty.');
  return value;
}
