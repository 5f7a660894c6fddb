import type { Language } from '#contract/languages.ts';
import { Overtaken } from '#platform/database/transaction.ts';
import type { AppointmentTable, Db, Trx } from '#server/schema/tables.ts';
import type { Money } from './repository.ts';

/** Whose appointment it is: a change that names the owner goes to one node of a distributed database. */
async function findOwner(db: Db, appointmentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('appointments')
    .select('user_id')
    .where('id', '=', appointmentId)
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * Holds an unpaid appointment until the transaction ends, so that no charge is begun for one that is being removed;
 * false when it is gone or paid.
 */
export async function holdUnpaid(trx: Trx, appointmentId: string): Promise<boolean> {
  const owner = await findOwner(trx, appointmentId);
  if (owner === undefined) return false;
  const held = await trx
    .updateTable('appointments')
    .set({ transaction_id: null })
    .where('id', '=', appointmentId)
    .where('user_id', '=', owner)
    .where('transaction_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Marks an unpaid appointment as paid by this intent, and gives it; nothing when it is gone or paid already. An intent
 * that pays another appointment violates a unique key.
 */
export async function markPaid(
  trx: Trx,
  appointmentId: string,
  payment: Money & { intentId: string; paidAt: number },
): Promise<AppointmentTable | undefined> {
  // Nobody's but its owner's as long as it is unpaid.
  const owner = await findOwner(trx, appointmentId);
  if (owner === undefined) return undefined;
  const paid = await trx
    .updateTable('appointments')
    .set({
      transaction_id: payment.intentId,
      paid_at: payment.paidAt,
      paid_amount: payment.amount,
      paid_currency: payment.currency,
    })
    .where('id', '=', appointmentId)
    .where('user_id', '=', owner)
    .where('transaction_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (paid) {
    const transaction = { transaction_id: payment.intentId, appointment_id: appointmentId };
    await trx.insertInto('transactions').values(transaction).execute();
  }
  return paid;
}

/** Marks the appointment that this intent paid as refunded, and gives it; nothing when it was before. */
export function markRefunded(trx: Trx, intentId: string, now: number): Promise<AppointmentTable | undefined> {
  return changeRefunded(trx, intentId, now);
}

/** The money of this intent did not come back to the donor. */
export async function unmarkRefunded(trx: Trx, intentId: string): Promise<void> {
  await changeRefunded(trx, intentId, null);
}

/** @throws Overtaken when the appointment has been written anew, or changed, since it was looked up */
async function changeRefunded(
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
  if (!changed) throw new Overtaken();
  return changed;
}

/** Where an account is written to, in which language, and whether the address is known to be confirmed. */
export type Reader = { email: string; language: Language; emailVerified: boolean };

/** Nothing when the account is gone. */
export async function findReader(db: Db, userId: string): Promise<Reader | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'language', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.email) return undefined;
  const { email, language, email_verified_at } = user;
  return { email, language: language ?? 'en', emailVerified: email_verified_at !== null };
}

/** The appointment whoever it belongs to, with what paid it. */
export async function findAnyAppointment(
  db: Db,
  appointmentId: string,
): Promise<AppointmentTable | undefined> {
  return db.selectFrom('appointments').selectAll().where('id', '=', appointmentId).executeTakeFirst();
}
