import type { Db, Trx } from '#server/schema/tables.ts';

/** False when this event has been handled before. */
export async function takeEvent(trx: Trx, id: string, now: number): Promise<boolean> {
  const taken = await trx
    .insertInto('card_events')
    .values({ id, received_at: now })
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Spares a transaction; `takeEvent` decides. */
export async function isTaken(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('card_events').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function forgetEvents(db: Db, receivedBefore: number): Promise<void> {
  await db.deleteFrom('card_events').where('received_at', '<', receivedBefore).execute();
}

const job = 'card-events';

/** Up to which instant the provider's events have been read, by its clock. */
export async function readPosition(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('job_positions')
    .select('position')
    .where('job', '=', job)
    .executeTakeFirst();
  return row?.position;
}

/** Only ever forward: another replica may have come further. */
export async function movePosition(db: Db, position: number): Promise<void> {
  await db
    .insertInto('job_positions')
    .values({ job, position })
    .onConflict((c) =>
      c.column('job').doUpdateSet({ position }).where('job_positions.position', '<', position),
    )
    .execute();
}

/** After a clock that was ahead is right again. */
export async function setPositionBack(db: Db, position: number): Promise<void> {
  await db
    .updateTable('job_positions')
    .set({ position })
    .where('job', '=', job)
    .where('position', '>', position)
    .execute();
}

/** Instants of the last read of the events, the last new event, and the last webhook and missed webhook. */
const instants = ['card-events-read', 'card-event-newest', 'card-webhook', 'card-webhook-missed'] as const;
type InstantName = (typeof instants)[number];

export async function readInstants(db: Db): Promise<Partial<Record<InstantName, number>>> {
  const rows = await db.selectFrom('job_positions').selectAll().where('job', 'in', instants).execute();
  return Object.fromEntries(rows.map(({ job: name, position }) => [name, position]));
}

/** Not more often than once in `every` ms, so that many webhooks do not wait for one row. */
export async function setInstant(db: Db, name: InstantName, now: number, every = 0): Promise<void> {
  await db
    .insertInto('job_positions')
    .values({ job: name, position: now })
    .onConflict((c) =>
      c
        .column('job')
        .doUpdateSet({ position: now })
        .where((e) =>
          e.or([e('job_positions.position', '<', now - every), e('job_positions.position', '>', now)]),
        ),
    )
    .execute();
}

/** When the first charge of all was begun. */
export async function firstCharge(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('charges')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}
