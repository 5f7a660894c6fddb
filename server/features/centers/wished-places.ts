import type { Day } from '#contract/days.ts';
import { AppError } from '#platform/errors.ts';
import type { PlaceRow } from '#server/db/center-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { derivePlaces } from './days.ts';
import { insertPlaces, listPlacesOfDay } from './places-repository.ts';
import { type CenterWithSeries, listClosings } from './repository.ts';

/** Whether the place with a time was closed or removed. Without an arrival time: whether the whole day was. */
export function isGone(places: readonly PlaceRow[], wished: string): boolean {
  const own = places.filter(({ time }) => time === wished);
  const relevant = wished === '' && own.length === 0 ? places : own;
  return relevant.length > 0 && relevant.every(({ closed, capacity }) => closed || capacity === 0);
}

/**
 * Returns the places with the wished time. Without one, and on a day without intervals, all of them.
 * @throws AppError invalid-fields (422) if there is no such time
 */
export function selectWished(places: readonly PlaceRow[], wished: string | undefined): PlaceRow[] {
  const hasIntervals = places.some(({ time }) => time !== '');
  const selected = places.filter(({ time }) => !hasIntervals || wished === undefined || time === wished);
  if (selected.length === 0)
    throw new AppError('invalid-fields', { fields: { time: 'Choose one of the arrival times' } });
  return selected;
}

/** Stores the places of a day, in a transaction that holds the center. Returns those that were stored first. */
export async function storePlaces(trx: Trx, center: CenterWithSeries, day: Day): Promise<PlaceRow[]> {
  const closings = await listClosings(trx, center.id, { from: day, to: day });
  const derived = derivePlaces(center, closings, day);
  if (derived.length > 0) await insertPlaces(trx, derived);
  return listPlacesOfDay(trx, center.id, day);
}
