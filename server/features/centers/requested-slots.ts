import type { Day } from '#contract/days.ts';
import { AppError } from '#platform/errors.ts';
import type { SlotRow } from '#server/db/center-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { deriveSlots } from './days.ts';
import { type CenterWithSeries, listClosings } from './repository.ts';
import { insertSlots, listSlotsOfDay } from './slots-repository.ts';

/**
 * Returns whether the slot with this time was closed or removed. For '' on a day with arrival times, returns
 * whether all slots of the day were.
 */
export function isSlotGone(slots: readonly SlotRow[], requested: string): boolean {
  const own = slots.filter(({ time }) => time === requested);
  const relevant = requested === '' && own.length === 0 ? slots : own;
  return relevant.length > 0 && relevant.every(({ closed, capacity }) => closed || capacity === 0);
}

/**
 * Returns the slots with the requested time, or all slots if no time is requested or the day has no
 * intervals.
 * @throws AppError invalid-fields (422) if there is no such time
 */
export function findRequestedSlots(slots: readonly SlotRow[], requested: string | undefined): SlotRow[] {
  const hasIntervals = slots.some(({ time }) => time !== '');
  const selected = slots.filter(({ time }) => !hasIntervals || requested === undefined || time === requested);
  if (selected.length === 0)
    throw new AppError('invalid-fields', { fields: { time: 'Choose one of the arrival times' } });
  return selected;
}

/**
 * Stores the slots of a day, unless another transaction has already stored them, and returns the stored
 * slots. The transaction must have locked the center.
 */
export async function storeSlots(trx: Trx, center: CenterWithSeries, day: Day): Promise<SlotRow[]> {
  const closings = await listClosings(trx, center.id, { from: day, to: day });
  const derived = deriveSlots(center, closings, day);
  if (derived.length > 0) await insertSlots(trx, derived);
  return listSlotsOfDay(trx, center.id, day);
}
