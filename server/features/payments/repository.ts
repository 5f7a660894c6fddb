import type { Kysely, Transaction } from 'kysely';
import type { Viewer } from '#server/http/viewer.ts';
import type { ChargeTable, Tables } from '#server/schema/tables.ts';

/** Records an intent; a second record of the same one changes nothing. */
export async function recordCharge(
  db: Kysely<Tables>,
  charge: { intentId: string; appointmentId: string; now: number; checkAt: number },
): Promise<void> {
  await db
    .insertInto('charges')
    .values({
      intent_id: charge.intentId,
      appointment_id: charge.appointmentId,
      status: 'open',
      created_at: charge.now,
      check_at: charge.checkAt,
    })
    .onConflict((c) => c.column('intent_id').doNothing())
    .execute();
}

export async function listCharges(db: Kysely<Tables>, appointmentId: string): Promise<ChargeTable[]> {
  return db
    .selectFrom('charges')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .orderBy('created_at', 'desc')
    .execute();
}

export async function listOpenChargesOf(db: Kysely<Tables>, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('charges')
    .innerJoin('appointments', 'appointments.id', 'charges.appointment_id')
    .select('charges.appointment_id')
    .where('appointments.user_id', '=', viewer.userId)
    .where('charges.status', '=', 'open')
    .execute();
  return rows.map((row) => row.appointment_id);
}

/** Takes open charges that are due for a look, and puts off their next one. */
export async function takeDue(db: Kysely<Tables>, now: number, next: number): Promise<string[]> {
  const due = await db
    .selectFrom('charges')
    .select('intent_id')
    .where('status', '=', 'open')
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .limit(50)
    .execute();
  const taken = await Promise.all(
    due.map(({ intent_id }) =>
      db
        .updateTable('charges')
        .set({ check_at: next })
        .where('intent_id', '=', intent_id)
        .where('check_at', '<=', now)
        .returning('intent_id')
        .executeTakeFirst(),
    ),
  );
  return taken.flatMap((row) => (row ? [row.intent_id] : []));
}

export async function setChargeStatus(
  db: Kysely<Tables>,
  intentId: string,
  status: ChargeTable['status'],
): Promise<void> {
  await db.updateTable('charges').set({ status }).where('intent_id', '=', intentId).execute();
}

/** Marks an unpaid appointment as paid by this intent; false when it is gone or paid already. */
export async function markPaid(
  trx: Transaction<Tables>,
  appointmentId: string,
  intentId: string,
): Promise<boolean> {
  const paid = await trx
    .updateTable('appointments')
    .set({ transaction_id: intentId })
    .where('id', '=', appointmentId)
    .where('transaction_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return paid !== undefined;
}

export async function findTransaction(
  db: Kysely<Tables>,
  appointmentId: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('appointments')
    .select('transaction_id')
    .where('id', '=', appointmentId)
    .executeTakeFirst();
  return row?.transaction_id;
}
