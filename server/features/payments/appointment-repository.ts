import type { ExpressionBuilder } from 'kysely';
import {
  type AppointmentRow,
  appointmentColumns,
  type Db,
  type Tables,
  type Trx,
} from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';
import type { Money } from './repository.ts';

/** Returns the condition that an appointment is neither paid nor canceled. */
const isUnpaid = (eb: ExpressionBuilder<Tables, 'appointments'>) =>
  eb.and([eb('transaction_id', 'is', null), eb('status', '!=', 'cancelled')]);

/**
 * Returns an unpaid appointment and locks it until the transaction ends, so that no payment is created for
 * one that is being deleted. Returns undefined if the appointment is gone, paid or canceled.
 */
export const lockUnpaid = (trx: Trx, appointmentId: string): Promise<AppointmentRow | undefined> =>
  trx
    .selectFrom('appointments')
    .select(appointmentColumns)
    .where('id', '=', appointmentId)
    .where(isUnpaid)
    .forUpdate()
    .executeTakeFirst();

/**
 * Marks an unpaid appointment as paid by this intent and returns it, or undefined if it is gone, canceled or
 * already paid. Violates a unique index if the intent paid for another appointment.
 */
export const markPaid = (
  trx: Trx,
  appointmentId: string,
  payment: Money & { intentId: string; paidAt: number },
): Promise<AppointmentRow | undefined> =>
  trx
    .updateTable('appointments')
    .set({
      transaction_id: payment.intentId,
      paid_at: payment.paidAt,
      paid_amount: payment.amount,
      paid_currency: payment.currency,
    })
    .where('id', '=', appointmentId)
    .where(isUnpaid)
    .returning(appointmentColumns)
    .executeTakeFirst();

/**
 * Sets when the appointment paid by this intent was refunded, with null for not refunded. Returns the
 * appointment, or undefined if nothing changed.
 */
export const setRefunded = (
  trx: Trx,
  intentId: string,
  refundedAt: number | null,
): Promise<AppointmentRow | undefined> =>
  trx
    .updateTable('appointments')
    .set({ refunded_at: refundedAt })
    .where('transaction_id', '=', intentId)
    .where('refunded_at', refundedAt === null ? 'is not' : 'is', null)
    .returning(appointmentColumns)
    .executeTakeFirst();

/**
 * Sets the refunded amount of a payment that was refunded in part, and returns its appointment, or undefined
 * if no appointment is paid by this intent.
 */
export const setPartialRefund = (
  trx: Trx,
  intentId: string,
  refundedAmount: number,
): Promise<AppointmentRow | undefined> =>
  trx
    .updateTable('appointments')
    .set({ refunded_amount: refundedAmount || null })
    .where('transaction_id', '=', intentId)
    .returning(appointmentColumns)
    .executeTakeFirst();

/** Finds an appointment of any owner. */
export const findAnyAppointment = (db: Db, id: string): Promise<AppointmentRow | undefined> =>
  db.selectFrom('appointments').select(appointmentColumns).where('id', '=', id).executeTakeFirst();

export const findOwnAppointment = (
  db: Db,
  { userId }: Owner,
  id: string,
): Promise<AppointmentRow | undefined> =>
  db
    .selectFrom('appointments')
    .select(appointmentColumns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Returns the ids of the members who have these appointments. Excludes deleted accounts. */
export async function listDonorIds(db: Db, appointmentIds: readonly string[]): Promise<string[]> {
  if (appointmentIds.length === 0) return [];
  const appointments = await db
    .selectFrom('appointments')
    .select('user_id')
    .where('id', 'in', appointmentIds)
    .execute();
  if (appointments.length === 0) return [];
  const ids = appointments.map((row) => row.user_id);
  const users = await db.selectFrom('users').select('id').where('id', 'in', ids).execute();
  return users.map(({ id }) => id);
}
