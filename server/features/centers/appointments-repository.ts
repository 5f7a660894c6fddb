import type { Day } from '#contract/days.ts';
import { countRows, hasRow } from '#platform/database/rows.ts';
import type { AppointmentRow, Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

/** The columns of an appointment that the staff of its center need. */
export type BookedAppointment = Pick<
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
 * Returns the appointments at a center from `from` through `to`, oldest booking first. Excludes canceled
 * appointments and those of deleted accounts, which have no name.
 */
export const listAppointmentsAtCenter = (
  db: Db,
  centerId: string,
  { from, to }: { from: Day; to?: Day },
): Promise<BookedAppointment[]> =>
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
 * Returns appointments on or after `from` whose text names the center but that have no `center_id`. Excludes
 * ids up to `since`, the id generated when the center was renamed.
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

/** Sets the center of an appointment. Returns false if the appointment is gone or has a center. */
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

/** Assigns a slot to an appointment. Returns false if it was deleted or moved, or already has a slot. */
export const assignSlot = (trx: Trx, { id, user_id, day }: BookedAppointment, time: string) =>
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
 * Counts the slots that the member has booked on or after `from`. Excludes walk-ins. Lock the member first,
 * because a concurrent request may book another slot.
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
