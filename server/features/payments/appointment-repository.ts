import { ConcurrentUpdateError } from '#platform/database/transaction.ts';
import type { AppointmentRow, Db, Trx } from '#server/db/tables.ts';
import type { Money } from './repository.ts';

/**
 * Changes an unpaid appointment and returns it; undefined if it is gone, paid or canceled by its center. The owner of an
 * unpaid appointment never changes, so it is read first.
 */
async function updateUnpaid(trx: Trx, id: string, changes: Partial<AppointmentRow>) {
  const found = await trx
    .selectFrom('appointments')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return trx
    .updateTable('appointments')
    .set(changes)
    .where('id', '=', id)
    .where('user_id', '=', found?.user_id ?? '')
    .where('transaction_id', 'is', null)
    .where('status', '!=', 'cancelled')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Locks an unpaid appointment until the transaction ends, so that no payment is created for one that is being deleted, and
 * returns it; undefined if it is gone, paid or canceled.
 */
export const lockUnpaid = (trx: Trx, appointmentId: string): Promise<AppointmentRow | undefined> =>
  updateUnpaid(trx, appointmentId, { transaction_id: null });

/**
 * Marks an unpaid appointment as paid by this intent and returns it; undefined if it is gone, canceled or already paid.
 * Violates a unique key if the intent paid for another appointment.
 */
export async function markPaid(
  trx: Trx,
  appointmentId: string,
  payment: Money & { intentId: string; paidAt: number },
): Promise<AppointmentRow | undefined> {
  const paid = await updateUnpaid(trx, appointmentId, {
    transaction_id: payment.intentId,
    paid_at: payment.paidAt,
    paid_amount: payment.amount,
    paid_currency: payment.currency,
  });
  const transaction = { transaction_id: payment.intentId, appointment_id: appointmentId };
  if (paid) await trx.insertInto('transactions').values(transaction).execute();
  return paid;
}

/**
 * Sets when the appointment paid by this intent was refunded (null: not refunded) and returns it; undefined if nothing
 * changed.
 * @throws ConcurrentUpdateError if the appointment changed since it was read
 */
export async function setRefunded(
  trx: Trx,
  intentId: string,
  refundedAt: number | null,
): Promise<AppointmentRow | undefined> {
  const before = refundedAt === null ? 'is not' : 'is';
  const found = await trx
    .selectFrom('appointments')
    .select(['id', 'user_id'])
    .where('transaction_id', '=', intentId)
    .where('refunded_at', before, null)
    .executeTakeFirst();
  if (!found) return undefined;
  const changed = await trx
    .updateTable('appointments')
    .set({ refunded_at: refundedAt })
    .where('id', '=', found.id)
    .where('user_id', '=', found.user_id)
    .where('refunded_at', before, null)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw new ConcurrentUpdateError();
  return changed;
}

/**
 * Sets how much of the payment with this intent was refunded, if it was a part, and returns the appointment; undefined if it
 * is not paid by this intent.
 */
export async function setRefundedPart(
  trx: Trx,
  intentId: string,
  refundedAmount: number,
): Promise<AppointmentRow | undefined> {
  const found = await trx
    .selectFrom('appointments')
    .select(['id', 'user_id'])
    .where('transaction_id', '=', intentId)
    .executeTakeFirst();
  return (
    found &&
    trx
      .updateTable('appointments')
      .set({ refunded_amount: refundedAmount || null })
      .where('id', '=', found.id)
      .where('user_id', '=', found.user_id)
      .returningAll()
      .executeTakeFirst()
  );
}

/** Finds an appointment of any owner. */
export const findAnyAppointment = (db: Db, id: string): Promise<AppointmentRow | undefined> =>
  db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the ids of the members whose appointments these are. Deleted accounts are left out. */
export async function listDonors(db: Db, appointmentIds: readonly string[]): Promise<string[]> {
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
