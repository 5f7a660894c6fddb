import type { Day } from '#contract/days.ts';
import { countRows, hasRow } from '#platform/database/rows.ts';
import type { AppointmentRow, Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

/** What the staff of a center needs of an appointment. */
export type CenterAppointment = Pick<
  AppointmentRow,
  | 'id'
  | 'user_id'
  | 'name'
  | 'phone'
  | 'blood_group'
  | 'day'
  | 'slot_time'
  | 'status'
  | 'moves'
  | 'transaction_id'
  | 'refunded_at'
>;

const columns = [
  'id',
  'user_id',
  'name',
  'phone',
  'blood_group',
  'day',
  'slot_time',
  'status',
  'moves',
  'transaction_id',
  'refunded_at',
] as const;

/**
 * Returns the appointments of a range of days at a center, oldest booking first. Not those that were canceled
 * and paid, nor those of deleted accounts, which have no name: nobody comes.
 */
export const listAppointmentsOf = (
  db: Db,
  centerId: string,
  { from, to }: { from: Day; to?: Day },
): Promise<CenterAppointment[]> =>
  db
    .selectFrom('appointments')
    .select(columns)
    .where('center_id', '=', centerId)
    .where('day', '>=', from)
    .$if(to !== undefined, (q) => q.where('day', '<=', to as Day))
    .where('status', '!=', 'cancelled')
    .where('name', '!=', '')
    .orderBy('id')
    .execute();

/**
 * Returns appointments from a day on whose text names the center, but that do not belong to it. Not those
 * from before `since`.
 */
export const listUnlinkedAppointments = (
  db: Db,
  { key, since, from, limit }: { key: string; since: string; from: Day; limit: number },
): Promise<Pick<AppointmentRow, 'id' | 'user_id'>[]> =>
  db
    .selectFrom('appointments')
    .select(['id', 'user_id'])
    .where('day', '>=', from)
    .where('center_key', '=', key)
    .where('center_id', 'is', null)
    .where('name', '!=', '')
    .where('id', '>', since)
    .limit(limit)
    .execute();

/** Makes an appointment belong to a center. Returns false if it is gone. */
export const linkToCenter = (
  trx: Trx,
  { id, user_id }: Pick<AppointmentRow, 'id' | 'user_id'>,
  centerId: string,
) =>
  hasRow(
    trx
      .updateTable('appointments')
      .set({ center_id: centerId })
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .where('center_id', 'is', null)
      .returning('id'),
  );

/** Gives an appointment a slot. Returns false if it was deleted, moved or got one. */
export const assignSlot = (trx: Trx, { id, user_id, day }: CenterAppointment, time: string) =>
  hasRow(
    trx
      .updateTable('appointments')
      .set({ slot_time: time })
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .where('day', '=', day)
      .where('slot_time', 'is', null)
      .returning('id'),
  );

/**
 * Counts the member's slots at centers on a day and later: appointments with a slot, booked by the member.
 * Lock the member first: another request may be booking one.
 */
export const countOpenSlots = (trx: Trx, { userId, from }: Owner & { from: Day }): Promise<number> =>
  countRows(
    trx
      .selectFrom('appointments')
      .where('user_id', '=', userId)
      .where('day', '>=', from)
      .where('slot_time', 'is not', null)
      .where('status', '=', 'booked')
      .where('walk_in', 'is', null),
  );
