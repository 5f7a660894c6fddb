import type { Appointment } from '#contract/appointments.ts';
import type { AppointmentValues } from './appointment-schema.ts';

export type LastDetails = Pick<AppointmentValues, 'name' | 'phone' | 'center' | 'bloodGroup'>;

/** Returns the details of the latest request, if any, whatever its donation date. Ids are ordered by time. */
export function findLastDetails(list: readonly Appointment[]): LastDetails | undefined {
  const [first, ...others] = list;
  if (!first) return undefined;
  const { name, phone, phoneE164, center, bloodGroup } = others.reduce(
    (last, appointment) => (appointment._id > last._id ? appointment : last),
    first,
  );
  return { name, phone: phoneE164 ?? phone, center, bloodGroup };
}
