import type { Language } from '#contract/languages.ts';
import { ConcurrentUpdateError } from '#platform/database/transaction.ts';
import type { AppointmentTable, Db, Trx } from '#server/db/tables.ts';
import type { Money } from './repository.ts';

/**
 * Changes an unpaid appointment; nothing when it is gone or paid. The change names the owner, whom nothing but the
 * deletion of a paid appointment's account changes, so that it goes to one node of a distributed database.
 */
async function updateUnpaid(trx: Trx, id: string, changes: Partial<AppointmentTable>) {
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
    .returningAll()
    .executeTakeFirst();
}

/**
 * Holds an unpaid appointment until the transaction ends, so that no charge is begun for one that is being removed;
 * false when it is gone or paid.
 */
export const lockUnpaid = async (trx: Trx, appointmentId: string): Promise<boolean> =>
  (await updateUnpaid(trx, appointmentId, { transaction_id: null })) !== undefined;

/**
 * Marks an unpaid appointment as paid by this intent, and gives it; nothing when it is gone or paid already. An intent
 * that pays another appointment violates a unique key.
 */
export async function markPaid(
  trx: Trx,
  appointmentId: string,
  payment: Money & { intentId: string; paidAt: number },
): Promise<AppointmentTable | undefined> {
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
 * Sets, or with null removes, since when the appointment that this intent paid is refunded, and gives it; nothing when
 * it was so before.
 * @throws Overtaken when the appointment has been written anew, or changed, since it was looked up
 */
export async function setRefunded(
  trx: Trx,
  intentId: string,
  refundedAt: number | null,
): Promise<AppointmentTable | undefined> {
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

/** Where an account is written to, in which language, and whether the address is known to be confirmed. */
export type Reader = { email: string; language: Language; emailVerified: boolean };

/** Nothing when the account is gone. */
export async function findReader(db: Db, userId: string): Promise<Reader | undefined> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!user?.email) return undefined;
  const { email, language, email_verified_at } = user;
  return { email, language: language ?? 'en', emailVerified: email_verified_at !== null };
}

/** The appointment whoever it belongs to, with what paid it. */
export const findAnyAppointment = (db: Db, id: string): Promise<AppointmentTable | undefined> =>
  db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst();
