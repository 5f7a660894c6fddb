import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '#server/schema/tables.ts';

/** False when this event has been handled before. */
export async function takeEvent(trx: Transaction<Tables>, id: string, now: number): Promise<boolean> {
  const taken = await trx
    .insertInto('card_events')
    .values({ id, received_at: now })
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Spares a transaction; `takeEvent` decides. */
export async function isTaken(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db.selectFrom('card_events').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function forgetEvents(db: Kysely<Tables>, receivedBefore: number): Promise<void> {
  await db.deleteFrom('card_events').where('received_at', '<', receivedBefore).execute();
}

const job = 'card-events';

/** Up to which instant the provider's events have been read, by its clock. */
export async function readPosition(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db
    .selectFrom('job_positions')
    .select('position')
    .where('job', '=', job)
    .executeTakeFirst();
  return row?.position;
}

/** Only ever forward: another replica may have come further. */
export async function movePosition(db: Kysely<Tables>, position: number): Promise<void> {
  await db
    .insertInto('job_positions')
    .values({ job, position })
    .onConflict((c) =>
      c.column('job').doUpdateSet({ position }).where('job_positions.position', '<', position),
    )
    .execute();
}

/** After a clock that was ahead is right again. */
export async function setPositionBack(db: Kysely<Tables>, position: number): Promise<void> {
  await db
    .updateTable('job_positions')
    .set({ position })
    .where('job', '=', job)
    .where('position', '>', position)
    .execute();
}

/** When the first charge of all was begun. */
export async function firstCharge(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db
    .selectFrom('charges')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}
