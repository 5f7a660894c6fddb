import { newId } from '#platform/ids.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { ChargeStatus, ChargeTable, Db, Trx } from '#server/schema/tables.ts';

/** What money may still come for. */
const live: ChargeStatus[] = ['opening', 'open'];

export type Money = { amount: number; currency: string };

/** A charge, and where it lies: a distributed database keeps it by its appointment. */
type ChargeKey = Pick<ChargeTable, 'id' | 'appointment_id'>;

/** Adds a live charge; nothing when the appointment has one: the database decides. */
export async function addCharge(trx: Trx, charge: ChargeTable): Promise<ChargeTable | undefined> {
  return trx
    .insertInto('charges')
    .values(charge)
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findLiveCharge(db: Db, appointmentId: string): Promise<ChargeTable | undefined> {
  return db
    .selectFrom('charges')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', live)
    .executeTakeFirst();
}

export async function findCharge(
  db: Db,
  { id, appointment_id }: ChargeKey,
): Promise<ChargeTable | undefined> {
  return db
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', id)
    .where('appointment_id', '=', appointment_id)
    .executeTakeFirst();
}

export async function findChargeOfIntent(db: Db, intentId: string): Promise<ChargeTable | undefined> {
  return db.selectFrom('charges').selectAll().where('intent_id', '=', intentId).executeTakeFirst();
}

/** The intent of a charge that was being opened; false when it has ended meanwhile, or has its intent. */
export async function attachIntent(
  db: Db,
  { id, appointment_id }: ChargeKey,
  intentId: string,
  checkAt: number,
): Promise<boolean> {
  const attached = await db
    .updateTable('charges')
    .set({ intent_id: intentId, status: 'open', check_at: checkAt })
    .where('id', '=', id)
    .where('appointment_id', '=', appointment_id)
    .where('status', '=', 'opening')
    .returning('id')
    .executeTakeFirst();
  return attached !== undefined;
}

/** Moves a charge on; false when it does not stand at any of `from` any more. */
export async function moveCharge(
  db: Db,
  { id, appointment_id }: ChargeKey,
  from: readonly ChargeStatus[],
  to: ChargeStatus,
): Promise<boolean> {
  const moved = await db
    .updateTable('charges')
    .set({ status: to })
    .where('id', '=', id)
    .where('appointment_id', '=', appointment_id)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** The charge of an intent, written down now if it never was: a database may have come back from a backup. */
export async function holdCharge(
  trx: Trx,
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
      refunded_amount: 0,
    })
    .onConflict((c) => c.doNothing())
    .execute();
  return trx
    .selectFrom('charges')
    .selectAll()
    .where('intent_id', '=', intent.intentId)
    .executeTakeFirstOrThrow();
}

/** The appointments of the viewer that money may still come for. Not as a join: the two lie on different nodes. */
export async function listLiveChargesOf(db: Db, viewer: Viewer): Promise<string[]> {
  const own = await db.selectFrom('appointments').select('id').where('user_id', '=', viewer.userId).execute();
  if (own.length === 0) return [];
  const rows = await db
    .selectFrom('charges')
    .select('appointment_id')
    .where(
      'appointment_id',
      'in',
      own.map(({ id }) => id),
    )
    .where('status', 'in', live)
    .execute();
  return rows.map((row) => row.appointment_id);
}

/** Takes live charges whose time has come, and puts off their next look. */
export async function takeDue(db: Db, now: number, next: number): Promise<ChargeTable[]> {
  const due = await db
    .selectFrom('charges')
    .select(['id', 'appointment_id', 'check_at'])
    .where('status', 'in', live)
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .limit(50)
    .execute();
  const taken = await Promise.all(
    due.map(({ id, appointment_id, check_at }) =>
      db
        .updateTable('charges')
        .set({ check_at: next })
        .where('id', '=', id)
        .where('appointment_id', '=', appointment_id)
        .where('check_at', '=', check_at)
        .where('status', 'in', live)
        .returningAll()
        .executeTakeFirst(),
    ),
  );
  return taken.filter((charge) => charge !== undefined);
}
