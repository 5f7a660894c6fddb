import { chooseNearest, type FreeSlot, groupByDay } from '#server/features/centers/free-slots.ts';
import type { Slot } from '#server/features/offer-links/offer-tokens.ts';

/** Maximum number of slots offered to each donor. */
const OFFERED = 3;

/**
 * Returns up to three slots for each donor, on different days near the booked time if possible. A slot is the
 * first choice of at most `free` donors, so that all of them can accept it, unless there are more donors than
 * free slots.
 */
export function spreadOffers(free: readonly FreeSlot[], donors: readonly Pick<Slot, 'time'>[]): Slot[][] {
  const all = groupByDay(free);
  const remaining = new Map(free.map((slot) => [slot, slot.free]));
  let open = all;
  return donors.map(({ time }) => {
    const [first] = chooseNearest(open.length > 0 ? open : all, time, 1);
    if (!first) return [];
    const room = (remaining.get(first) ?? 0) - 1;
    remaining.set(first, room);
    if (room === 0)
      open = open.map((day) => day.filter((slot) => slot !== first)).filter((day) => day.length > 0);
    const others = all.filter(([slot]) => slot?.day !== first.day);
    const sameDay = all.map((day) => day.filter((slot) => slot.day === first.day && slot !== first));
    return [
      first,
      ...chooseNearest(others, time, OFFERED - 1),
      ...chooseNearest(
        sameDay.filter((day) => day.length > 0),
        time,
        OFFERED - 1,
      ),
    ]
      .slice(0, OFFERED)
      .map(({ day, time }) => ({ day, time }));
  });
}
