import type { Day } from '#contract/days.ts';
import { isInHistory, omitRecordedDays } from '#contract/donations.ts';
import type { AppointmentStatus, CancellationReason } from '#contract/values.ts';
import type { AppointmentRow, ImportedDonationRow } from '#server/db/tables.ts';
import { feeOf } from '#server/features/payments/fee.ts';

/** A past appointment or an imported donation in the CSV file. */
export type Donation = {
  day: Day;
  center: string;
  bloodGroup: string;
  name: string;
  /** `none`: the appointment cost nothing. */
  payment: 'paid' | 'refunded' | 'unpaid' | 'none';
  /**
   * The paid and the refunded amount, in the smallest unit of the currency. Set if only a part was refunded.
   */
  partialRefund: { paid: number; refunded: number; currency: string } | undefined;
  /** The status that the center recorded, or `booked` if it recorded none. */
  status: AppointmentStatus;
  cancellationReason: CancellationReason | null;
  deferredUntil: Day | null;
  /** Whether the community recorded the donation before it used this site. */
  isImported: boolean;
};

/** Returns the appointments and the imported donations of the donation history, latest first. */
export function pastDonations(
  rows: readonly AppointmentRow[],
  imported: readonly ImportedDonationRow[],
  today: Day,
): Donation[] {
  const appointments = rows.map((row) => ({ date: row.day, status: row.status, row }));
  const past = appointments.filter((appointment) => isInHistory(appointment, today));
  const added = omitRecordedDays(
    imported.map((row) => ({ date: row.day, row })),
    past,
  );
  return [
    ...past.map(({ row }) => toDonation(row)),
    ...added.map(({ row }) => toImportedDonation(row)),
  ].toSorted((one, other) => Number(one.day < other.day) - Number(one.day > other.day));
}

const toDonation = (row: AppointmentRow): Donation => ({
  day: row.day,
  center: row.center,
  bloodGroup: row.blood_group,
  name: row.name,
  payment: toPaymentState(row),
  partialRefund: toPartialRefund(row),
  status: row.status,
  cancellationReason: row.cancellation_reason,
  deferredUntil: row.deferred_until,
  isImported: false,
});

const toImportedDonation = (row: ImportedDonationRow): Donation => ({
  day: row.day,
  center: row.center,
  bloodGroup: row.blood_group ?? '',
  name: row.name ?? '',
  payment: 'none',
  partialRefund: undefined,
  status: 'fulfilled',
  cancellationReason: null,
  deferredUntil: null,
  isImported: true,
});

function toPaymentState(row: AppointmentRow): Donation['payment'] {
  if (row.refunded_at !== null) return 'refunded';
  if (row.transaction_id !== null) return 'paid';
  return feeOf(row) ? 'unpaid' : 'none';
}

function toPartialRefund({ refunded_at, refunded_amount, paid_amount, paid_currency }: AppointmentRow) {
  if (refunded_at !== null || !refunded_amount || paid_amount === null || paid_currency === null)
    return undefined;
  return { paid: paid_amount, refunded: refunded_amount, currency: paid_currency };
}
