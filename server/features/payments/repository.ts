import type { Kysely, Transaction } from 'kysely';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { AppointmentTable, ChargeStatus, ChargeTable, Tables } from '#server/schema/tables.ts';

/** What money may still come for. */
const live: ChargeStatus[] = ['opening', 'open'];

export type Money = { amount: number; currency: string };

/**
 * Holds an unpaid appointment until the transaction ends, so that no charge is begun for one that is being removed;
 * false when it is gone or paid.
 */
export async function holdUnpaid(trx: Transaction<Tables>, appointmentId: string): Promise<boolean> {
  const held = await trx
    .updateTable('appointments')
    .set({ transaction_id: null })
    .where('id', '=', appointmentId)
    .where('transaction_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return held !== undefined;
}

/** Adds a live charge; nothing when the appointment has one: the database decides. */
export async function addCharge(
  trx: Transaction<Tables>,
  charge: ChargeTable,
): Promise<ChargeTable | undefined> {
  return trx
    .insertInto('charges')
    .values(charge)
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findLiveCharge(
  db: Kysely<Tables>,
  appointmentId: string,
): Promise<ChargeTable | undefined> {
  return db
    .selectFrom('charges')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', live)
    .executeTakeFirst();
}

export async function findCharge(db: Kysely<Tables>, id: string): Promise<ChargeTable | undefined> {
  return db.selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findChargeOfIntent(
  db: Kysely<Tables>,
  intentId: string,
): Promise<ChargeTable | undefined> {
  return db.selectFrom('charges').selectAll().where('intent_id', '=', intentId).executeTakeFirst();
}

/** The intent of a charge that was being opened; false when it has ended meanwhile, or has its intent. */
export async function attachIntent(
  db: Kysely<Tables>,
  id: string,
  intentId: string,
  checkAt: number,
): Promise<boolean> {
  const attached = await db
    .updateTable('charges')
    .set({ intent_id: intentId, status: 'open', check_at: checkAt })
    .where('id', '=', id)
    .where('status', '=', 'opening')
    .returning('id')
    .executeTakeFirst();
  return attached !== undefined;
}

/** Moves a charge on; false when it does not stand at any of `from` any more. */
export async function moveCharge(
  db: Kysely<Tables>,
  id: string,
  from: readonly ChargeStatus[],
  to: ChargeStatus,
): Promise<boolean> {
  const moved = await db
    .updateTable('charges')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** The charge of an intent, written down now if it never was: a database may have come back from a backup. */
export async function holdCharge(
  trx: Transaction<Tables>,
  intent: Money & { intentId: string; appointmentId: string; now: number },
): Promise<ChargeTable> {
  await trx
    .insertInto('charges')
    .values({
      id: newId(),
      appointment_id: intent.appointmentId,
      intent_id: intent.intentId,
      amount: intent.amount,
      currency: intent.currency,
      status: 'canceled',
      created_at: intent.now,
      check_at: intent.now,
    })
    .onConflict((c) => c.column('intent_id').doNothing())
    .execute();
  return trx
    .selectFrom('charges')
    .selectAll()
    .where('intent_id', '=', intent.intentId)
    .executeTakeFirstOrThrow();
}

export async function listLiveChargesOf(db: Kysely<Tables>, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('charges')
    .innerJoin('appointments', 'appointments.id', 'charges.appointment_id')
    .select('charges.appointment_id')
    .where('appointments.user_id', '=', viewer.userId)
    .where('charges.status', 'in', live)
    .execute();
  return rows.map((row) => row.appointment_id);
}

/** Takes live charges whose time has come, and puts off their next look. */
export async function takeDue(db: Kysely<Tables>, now: number, next: number): Promise<ChargeTable[]> {
  const due = await db
    .selectFrom('charges')
    .select(['id', 'check_at'])
    .where('status', 'in', live)
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .limit(50)
    .execute();
  const taken = await Promise.all(
    due.map(({ id, check_at }) =>
      db
        .updateTable('charges')
        .set({ check_at: next })
        .where('id', '=', id)
        .where('check_at', '=', check_at)
        .where('status', 'in', live)
        .returningAll()
        .executeTakeFirst(),
    ),
  );
  return taken.filter((charge) => charge !== undefined);
}

/** Marks an unpaid appointment as paid by this intent, and gives it; nothing when it is gone or paid already. */
export async function markPaid(
  trx: Transaction<Tables>,
  appointmentId: string,
  payment: Money & { intentId: string; paidAt: number },
): Promise<AppointmentTable | undefined> {
  return trx
    .updateTable('appointments')
    .set({
      transaction_id: payment.intentId,
      paid_at: payment.paidAt,
      paid_amount: payment.amount,
      paid_currency: payment.currency,
    })
    .where('id', '=', appointmentId)
    .where('transaction_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Marks the appointment that this intent paid as refunded, and gives it; nothing when it was before. */
export async function markRefunded(
  trx: Transaction<Tables>,
  intentId: string,
  now: number,
): Promise<AppointmentTable | undefined> {
  return trx
    .updateTable('appointments')
    .set({ refunded_at: now })
    .where('transaction_id', '=', intentId)
    .where('refunded_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** The money of this intent did not come back to the donor. */
export async function unmarkRefunded(trx: Transaction<Tables>, intentId: string): Promise<void> {
  await trx
    .updateTable('appointments')
    .set({ refunded_at: null })
    .where('transaction_id', '=', intentId)
    .execute();
}

/** The address of an account; nothing when it is gone. */
export async function findAddress(db: Kysely<Tables>, userId: string): Promise<string | undefined> {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email || undefined;
}

/** The appointment whoever it belongs to, with what paid it. */
export async function findAnyAppointment(
  db: Kysely<Tables>,
  appointmentId: string,
): Promise<AppointmentTable | undefined> {
  return db.selectFrom('appointments').selectAll().where('id', '=', appointmentId).executeTakeFirst();
}
