import { type Day, formatLongDate } from '#contract/days.ts';
import type { SlotRow } from '#server/db/center-tables.ts';
import type { Db } from '#server/db/tables.ts';
import { findNextFree } from './free-slots.ts';
import type { CenterWithSeries } from './repository.ts';

/**
 * A day or time without a free slot. `nextFree`: the next days with a free slot, including this day if it has
 * one at another time.
 */
export type NoFreeSlot = { success: false; message: string; nextFree: Day[] };

type SlotRequest = { day: Day; time?: string | undefined; slots: readonly SlotRow[]; now: number };

/** Explains why none of these slots is free, and lists the next free days. */
export async function describeNoFreeSlot(
  db: Db,
  center: CenterWithSeries,
  { day, time, slots, now }: SlotRequest,
): Promise<NoFreeSlot> {
  const open = slots.filter(({ closed }) => !closed);
  const isOver = open.some(({ reserved, capacity }) => reserved < capacity);
  const reason = open.length === 0 ? 'closed' : isOver ? 'no longer open' : 'full';
  const nextFree = await findNextFree(db, center, { from: day, now });
  const isOnlyTime = open.length > 0 || nextFree.includes(day);
  const at = isOnlyTime && time !== undefined && slots[0]?.time ? ` at ${time}` : '';
  return { success: false, message: `${center.name} is ${reason} on ${formatLongDate(day)}${at}`, nextFree };
}
