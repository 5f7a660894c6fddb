import { hasRow } from '#platform/database/rows.ts';
import type { Db, Trx } from '#server/schema/tables.ts';

/** False when this event has been handled before. */
export const takeEvent = (trx: Trx, id: string, now: number): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('card_events')
      .values({ id, received_at: now })
      .onConflict((c) => c.column('id').doNothing())
      .returning('id'),
  );

/** Spares a transaction; `takeEvent` decides. */
export const isTaken = (db: Db, id: string): Promise<boolean> =>
  hasRow(db.selectFrom('card_events').select('id').where('id', '=', id));

export const forgetEvents = (db: Db, receivedBefore: number) =>
  db.deleteFrom('card_events').where('received_at', '<', receivedBefore).execute();

/** Up to which instant the provider's events have been read, by its clock. */
const job = 'card-events';

/** Only ever forward: another replica may have come further. */
export const movePosition = (db: Db, position: number) =>
  db
    .insertInto('job_positions')
    .values({ job, position })
    .onConflict((c) =>
      c.column('job').doUpdateSet({ position }).where('job_positions.position', '<', position),
    )
    .execute();

/** After a clock that was ahead is right again. */
export const setPositionBack = (db: Db, position: number) =>
  db
    .updateTable('job_positions')
    .set({ position })
    .where('job', '=', job)
    .where('position', '>', position)
    .execute();

/** Instants of the last read of the events, the last new event, and the last webhook and missed webhook. */
type InstantName = 'card-events-read' | 'card-event-newest' | 'card-webhook' | 'card-webhook-missed';

/** Those that are known, and the position. */
export async function readInstants(db: Db): Promise<Partial<Record<InstantName | typeof job, number>>> {
  const rows = await db.selectFrom('job_positions').selectAll().execute();
  return Object.fromEntries(rows.map(({ job: name, position }) => [name, position]));
}

/** Not more often than once in `every` ms, so that many webhooks do not wait for one row. */
export const setInstant = (db: Db, name: InstantName, now: number, every = 0) =>
  db
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
