import type { Language } from '#contract/languages.ts';
import type { CenterAppointment } from '#contract/staff-check-in.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { toCsvText } from '#server/documents/csv.ts';
import { getTranslator } from '#server/i18n/translator.ts';

/** Returns the appointments of a day as CSV: what the staff at the door see of each, in the same order. */
export function toCsv(appointments: readonly CenterAppointment[], language: Language): string {
  const i18n = getTranslator(language);
  const statuses: Record<AppointmentStatus, string> = {
    booked: i18n._('Expected'),
    arrived: i18n._('Arrived'),
    fulfilled: i18n._('Gave blood'),
    deferred: i18n._('Deferred'),
    'not-given': i18n._('No donation'),
    noshow: i18n._('Did not come'),
    cancelled: i18n._('Canceled'),
  };
  return toCsvText([
    [
      i18n._('Arrival time'),
      i18n._('Name'),
      i18n._('Blood group'),
      i18n._('End of the phone number'),
      i18n._('Status'),
      i18n._('May donate from'),
    ],
    ...appointments.map(({ time = '', name, bloodGroup, phoneEnd, status, deferredUntil = '' }) => [
      time,
      name,
      bloodGroup,
      phoneEnd,
      statuses[status],
      deferredUntil,
    ]),
  ]);
}
