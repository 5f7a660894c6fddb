import { getAppointmentCalendar } from '#contract/appointments.ts';
import { call } from '#web/api/client.ts';
import { saveFile } from '#web/ui/save-file.ts';

/** The appointment's calendar file among the downloads. Throws ApiError or NetworkError. */
export async function saveCalendar(id: string): Promise<void> {
  const calendar = await call(getAppointmentCalendar, {
    params: { id },
    headers: { Accept: 'text/calendar' },
  });
  saveFile('blood-donation.ics', calendar, 'text/calendar');
}
