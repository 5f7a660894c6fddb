import type { Day } from '#contract/days.ts';
import { isInHistory } from '#contract/donations.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import type { AppointmentRow } from '#server/db/tables.ts';

/** A past appointment in the CSV and PDF files. */
export type Donation = {
  day: Day;
  center: string;
  bloodGroup: string;
  name: string;
  payment: 'paid' | 'refunded' | 'unpaid';
  /** What the center recorded; `booked` if nothing. */
  status: AppointmentStatus;
  deferredUntil: Day | null;
};

/** Returns the appointments of the history, latest first. */
export const pastDonations = (rows: readonly AppointmentRow[], today: Day): Donation[] =>
  rows
    .filter(({ day, status }) => isInHistory({ date: day, status }, today))
    .map(toDonation)
    .toSorted((one, other) => (one.day < other.day ? 1 : -1));

const toDonation = (row: AppointmentRow): Donation => ({
  day: row.day,
  center: row.center,
  bloodGroup: row.blood_group,
  name: row.name,
  payment: row.refunded_at !== null ? 'refunded' : row.transaction_id !== null ? 'paid' : 'unpaid',
  status: row.status,
  deferredUntil: row.deferred_until,
});
