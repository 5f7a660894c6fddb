import { sql } from 'kysely';
import { hasRow } from '#platform/database/rows.ts';
import { newId } from '#platform/ids.ts';
import type { CenterClosingRow, CenterRow } from '#server/db/center-tables.ts';
import type { AppointmentRow, Db, Trx } from '#server/db/tables.ts';
import type { Series } from '#server/features/centers/rules.ts';

type NewCenter = Omit<CenterRow, 'version' | 'named_since'>;

/** Returns false if the name is taken. */
export const insertCenter = (trx: Trx, center: NewCenter): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('centers')
      .values({ ...center, version: 1, named_since: null })
      .onConflict((c) => c.column('name_key').doNothing())
      .returning('id'),
  );

/** Returns the id of the center with this key. */
export const findCenterId = async (db: Db, nameKey: string): Promise<string | undefined> =>
  (await db.selectFrom('centers').select('id').where('name_key', '=', nameKey).executeTakeFirst())?.id;

/**
 * Reserves a name for a center being renamed, in the same transaction. The unique index decides whether the
 * name is free. Returns false if it is taken.
 */
export async function reserveName(trx: Trx, center: Omit<NewCenter, 'id'>): Promise<boolean> {
  const id = newId();
  if (!(await insertCenter(trx, { ...center, id }))) return false;
  await trx.deleteFrom('centers').where('id', '=', id).execute();
  return true;
}

/** Changes a center. Violates the unique index if the name is taken. */
export const updateCenter = (
  trx: Trx,
  { id, ...center }: NewCenter & Partial<Pick<CenterRow, 'named_since'>>,
) =>
  trx
    .updateTable('centers')
    .set({ ...center, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();

/** Marks a center as changed, because its series or closings changed. */
export const touchCenter = (trx: Trx, id: string, now: number) =>
  trx
    .updateTable('centers')
    .set({ version: sql`version + 1`, changed_at: now })
    .where('id', '=', id)
    .execute();

export const upsertSeries = (trx: Trx, centerId: string, { id, ...rule }: Series) =>
  trx
    .insertInto('center_series')
    .values({ id, center_id: centerId, rule: JSON.stringify(rule) })
    .onConflict((c) =>
      c
        .column('id')
        .doUpdateSet((e) => ({ rule: e.ref('excluded.rule') }))
        .where('center_series.center_id', '=', centerId),
    )
    .execute();

export const deleteSeries = (trx: Trx, centerId: string, id: string) =>
  trx.deleteFrom('center_series').where('center_id', '=', centerId).where('id', '=', id).execute();

export const insertClosing = (trx: Trx, closing: CenterClosingRow) =>
  trx.insertInto('center_closings').values(closing).execute();

export const deleteClosing = (
  trx: Trx,
  centerId: string,
  id: string,
): Promise<CenterClosingRow | undefined> =>
  trx
    .deleteFrom('center_closings')
    .where('center_id', '=', centerId)
    .where('id', '=', id)
    .returning(['id', 'center_id', 'day', 'opens', 'closes', 'message'])
    .executeTakeFirst();

/** Marks the day of an appointment as reminded, so that no reminder is sent, or as not reminded. */
export const setReminded = (
  trx: Trx,
  { id, user_id, day }: Pick<AppointmentRow, 'id' | 'user_id' | 'day'>,
  isReminded: boolean,
) =>
  trx
    .updateTable('appointments')
    .set({ reminded_day: isReminded ? day : null })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('day', '=', day)
    .execute();
