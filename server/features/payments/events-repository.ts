import { hasRow } from '#platform/database/rows.ts';
import type { Db, Trx } from '#server/db/tables.ts';

/** Records an event as handled. Returns false if it was recorded before. */
export const markEventHandled = (trx: Trx, id: string, now: number): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('card_events')
      .values({ id, received_at: now })
      .onConflict((c) => c.column('id').doNothing())
      .returning('id'),
  );

/** Detects most repeated events without a transaction. Only `markEventHandled` detects all of them. */
export const isEventHandled = (db: Db, id: string): Promise<boolean> =>
  hasRow(db.selectFrom('card_events').select('id').where('id', '=', id));

export const removeOldEvents = (db: Db, receivedBefore: number) =>
  db.deleteFrom('card_events').where('received_at', '<', receivedBefore).execute();

/**
 * `card-events`: time of the last event read, in ms on the provider's clock. `card-events-read`: time of the
 * last read, in ms on our clock.
 */
type PositionName = 'card-events' | 'card-events-read';

export async function readPositions(db: Db): Promise<Partial<Record<PositionName, number>>> {
  const rows = await db.selectFrom('job_positions').select(['job', 'position']).execute();
  return Object.fromEntries(rows.map(({ job, position }) => [job, position]));
}

export const setPosition = (db: Db, job: PositionName, position: number) =>
  db
    .insertInto('job_positions')
    .values({ job, position })
    .onConflict((c) => c.column('job').doUpdateSet({ position }))
    .execute();

/** Never moves the position back, because another server may have read further. */
export const advancePosition = (db: Db, position: number) =>
  db
    .insertInto('job_positions')
    .values({ job: 'card-events', position })
    .onConflict((c) =>
      c.column('job').doUpdateSet({ position }).where('job_positions.position', '<', position),
    )
    .execute();
