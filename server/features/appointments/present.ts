import type { Appointment } from '#contract/appointments.ts';
import { type Day, longDate } from '#contract/days.ts';
import type { BloodGroup } from '#contract/values.ts';
import type { AppointmentTable } from '#server/schema/tables.ts';

/** The row as the wire shows it. */
export function toAppointment(row: AppointmentTable): Appointment {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    bloodGroup: row.blood_group as BloodGroup,
    center: row.center,
    date: longDate(row.day as Day),
    phone: row.phone,
    ...(row.opinion !== null && { opinion: row.opinion }),
    ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
    ...(row.refunded_at !== null && { refunded: true }),
  };
}
