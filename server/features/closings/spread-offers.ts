import { chooseNearest, type FreePlace, groupByDay } from '#server/features/centers/free-places.ts';
import type { Place } from '#server/features/offer-links/offer-tokens.ts';

/** How many places each donor is offered. */
const OFFERED = 3;

/**
 * Returns three places for each donor, on different days near the booked time where possible. A place is the first choice of
 * as many donors as it has room for.
 */
export function spreadOffers(free: readonly FreePlace[], donors: readonly Pick<Place, 'time'>[]): Place[][] {
  const all = groupByDay(free);
  const left = new Map(free.map((place) => [place, place.free]));
  let open = all;
  return donors.map(({ time }) => {
    const [first] = chooseNearest(open.length > 0 ? open : all, time, 1);
    if (!first) return [];
    const room = (left.get(first) ?? 0) - 1;
    left.set(first, room);
    if (room === 0)
      open = open.map((day) => day.filter((place) => place !== first)).filter((day) => day.length > 0);
    const others = all.filter(([place]) => place?.day !== first.day);
    const sameDay = all.map((day) => day.filter((place) => place.day === first.day && place !== first));
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
