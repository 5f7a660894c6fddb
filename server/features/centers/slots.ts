import { bookableDays, type Day, utcDay } from '#contract/days.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { PlaceRow } from '#server/db/center-tables.ts';
import type { AppointmentRow, Trx } from '#server/db/tables.ts';
import { derivePlaces, listOpenPlaces } from './days.ts';
import { chooseNearest, groupByDay, listFreePlaces } from './free-places.ts';
import { startOfPlace } from './local-time.ts';
import { describeNoPlace, type NoPlace } from './no-place.ts';
import {
  addTaken,
  findPlace,
  holdsPlace,
  listPlacesOfDay,
  listPlacesOfDays,
  lockPlace,
  type PlaceKey,
  releasePlaceRow,
  takePlace,
} from './places-repository.ts';
import * as repository from './repository.ts';
import { type CenterWithSeries, findCenterByName, isVersion, lockCenter } from './repository.ts';
import { findCenter } from './rules.ts';
import { isGone, selectWished, storePlaces } from './wished-places.ts';

/** Where a booking goes. */
export type Spot = {
  centerId: string;
  timeZone: string;
  placeTime: string | null;
  /** When the place begins, in ms; undefined without a place. */
  startsAt?: number;
  /** Takes the place in the booking's transaction. Returns false if that failed: look for a spot again. */
  take(trx: Trx): Promise<boolean>;
};

/** Throw it in a transaction whose place, day or key was taken first: nothing is booked. Then look again. */
export class TakenError extends Error {}

type DayTime = { day: Day; time: string };
type Wish = {
  day: Day;
  time?: string | undefined;
  /** When the donor came. Default: now. */
  at?: number;
};

type NextPlaces = { except?: DayTime | undefined; earliestDay: Day; busyDays: ReadonlySet<Day> };

type SlotCore = Pick<Core, 'db' | 'clock' | 'features'>;

/** Returns undefined if the text names no center. */
export async function findByName(core: SlotCore, text: string, wish: Wish) {
  const center = core.features.includes('staff') ? await findCenterByName(core.db, text) : undefined;
  return center && findAt(core, center, wish);
}

/** Returns undefined if the center is gone. */
export async function findById(core: SlotCore, id: string, wish: Wish) {
  const center = await findCenter(core, id);
  return center && findAt(core, center, wish);
}

/**
 * Finds a spot at a center: the wished time, or the first free one.
 * @throws AppError invalid-fields (422) if the center has no such time on the day
 */
async function findAt(
  { db, clock }: SlotCore,
  center: CenterWithSeries,
  wish: Wish,
): Promise<Spot | NoPlace> {
  const { id: centerId, time_zone: timeZone, series } = center;
  if (series.length === 0) {
    const { version } = center;
    return {
      centerId,
      timeZone,
      placeTime: null,
      take: (trx) => isVersion(trx, { id: centerId, version }),
    };
  }
  const { day, time: wishedTime = '', at = clock() } = wish;
  const spotAt = (time: string): Spot => ({
    centerId,
    timeZone,
    placeTime: time,
    startsAt: startOfPlace(center, { day, time }),
    take: (trx) => takePlace(trx, { center_id: centerId, day, time }),
  });
  // Usually the wished place is free, and no other one is read.
  const own = await findPlace(db, { center_id: centerId, day, time: wishedTime });
  if (own && listOpenPlaces(center, [own], at).length > 0) return spotAt(wishedTime);
  const places = await readPlaces(db, center, wish);
  const existing = places.filter(({ capacity }) => capacity > 0);
  const wished = existing.length === 0 ? [] : selectWished(existing, wish.time);
  const [free] = listOpenPlaces(center, wished, at);
  if (free) return spotAt(free.time);
  return describeNoPlace(db, center, { day, time: wish.time, places: wished, now: clock() });
}

/** Reads the places of a day, and stores them at its first use. */
async function readPlaces(db: Core['db'], center: CenterWithSeries, wish: Wish): Promise<PlaceRow[]> {
  const { day } = wish;
  const stored = await listPlacesOfDay(db, center.id, day);
  if (stored.length > 0) return stored;
  const derived = derivePlaces(center, [], day);
  if (derived.length === 0) return [];
  // A rejected request stores nothing.
  selectWished(derived, wish.time);
  return inTransaction(db, async (trx) => {
    const current = await lockCenter(trx, center.id, 'read');
    return current ? storePlaces(trx, current, day) : [];
  });
}

type Placed = Pick<AppointmentRow, 'center_id' | 'day' | 'place_time'>;

const placeOf = ({ center_id, day, place_time }: Placed): PlaceKey | undefined =>
  center_id === null || place_time === null ? undefined : { center_id, day, time: place_time };

/**
 * Locks the places of appointments until the transaction ends, in one order. Before it locks the appointments: a change
 * of the center does so, too, and the two would deadlock.
 */
export async function lock(trx: Trx, appointments: readonly Placed[]): Promise<void> {
  const keyOf = ({ center_id, day, time }: PlaceKey) => `${center_id} ${day} ${time}`;
  const places = appointments.flatMap((each) => placeOf(each) ?? []);
  for (const place of places.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))
    await lockPlace(trx, place);
}

/**
 * Takes a spot for an appointment that moves. Returns false if it is taken. Locks the two places in one order, so that
 * moves in opposite directions do not deadlock.
 */
export async function take(trx: Trx, spot: Spot, day: Day, before: Placed): Promise<boolean> {
  const isOldFirst = `${before.day} ${before.place_time ?? ''}` < `${day} ${spot.placeTime}`;
  if (isOldFirst) await lock(trx, [before]);
  const hasTaken = await spot.take(trx);
  if (!isOldFirst) await lock(trx, [before]);
  return hasTaken;
}

/** Gives back the place of an appointment, in the transaction that deletes or moves it. */
export async function release(
  { onPlaceFreed }: Pick<Core, 'onPlaceFreed'>,
  trx: Trx,
  appointment: Placed,
): Promise<void> {
  const place = placeOf(appointment);
  if (!place) return;
  await releasePlaceRow(trx, place);
  await onPlaceFreed(trx, place);
}

/**
 * Returns free places of the next days on which the donor can come, near a time of day. Never `except`, nor one on a busy
 * day.
 */
export async function findNextPlaces(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  center: CenterWithSeries,
  near: string,
  { except, earliestDay, busyDays }: NextPlaces,
) {
  const now = clock();
  const { last } = bookableDays(now);
  const free = await listFreePlaces(db, center, { from: earliestDay, now });
  const others = free.filter(
    ({ day, time }) => day <= last && !busyDays.has(day) && (day !== except?.day || time !== except.time),
  );
  return chooseNearest(groupByDay(others), near);
}

/** Takes a place for somebody who has not accepted it yet. Returns false if it is full, closed or over. */
export async function hold({ clock }: Pick<Core, 'clock'>, trx: Trx, place: PlaceKey): Promise<boolean> {
  const center = await repository.findCenter(trx, place.center_id);
  if (!center) return false;
  const places = await listPlacesOfDay(trx, place.center_id, place.day);
  const isOpen = listOpenPlaces(center, places, clock()).some(({ time }) => time === place.time);
  return isOpen && (await takePlace(trx, place));
}

/** Gives back a place that was held in this transaction, without offering it to anybody. */
export const unhold = (trx: Trx, place: PlaceKey): Promise<boolean> => releasePlaceRow(trx, place);

/** Whether a held place can be booked. `full`: there are fewer places since. */
export async function describeHeld(
  { db }: Pick<Core, 'db'>,
  { center_id, day, time }: PlaceKey,
): Promise<'open' | 'full' | 'closed'> {
  const place = (await listPlacesOfDay(db, center_id, day)).find((each) => each.time === time);
  if (!place || place.closed || place.capacity === 0) return 'closed';
  return place.taken <= place.capacity ? 'open' : 'full';
}

/** Whether a day has an open place, taken or not. A change of the center waits for the transaction. */
export async function hasOpenPlace(trx: Trx, centerId: string, day: Day): Promise<boolean> {
  await lockCenter(trx, centerId, 'read');
  const places = await listPlacesOfDay(trx, centerId, day);
  return places.some(({ capacity, closed }) => capacity > 0 && !closed);
}

/** Whether a held place can be booked: it was neither closed nor reduced since. Locks it. */
export const canBookHeld = (trx: Trx, place: PlaceKey): Promise<boolean> => holdsPlace(trx, place);

/** Whether the center closed or removed the interval of an appointment. Then it may move although it is paid. */
export async function isClosed(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  appointment: Placed & { status?: AppointmentRow['status'] },
): Promise<boolean> {
  const { center_id: centerId, day, place_time: time, status } = appointment;
  // Days that are over stay as they were.
  if (centerId === null || day < utcDay(clock() - days(1))) return false;
  // Only one that waits for its day can have no arrival time because the day is closed.
  if (time === null && status !== 'booked') return false;
  return isGone(await listPlacesOfDay(db, centerId, day), time ?? '');
}

/** Returns whether a place of these days was closed or removed. */
export async function readClosed(
  { db }: Pick<Core, 'db'>,
  centerId: string,
  days: readonly Day[],
): Promise<(place: DayTime) => boolean> {
  const places = Map.groupBy(await listPlacesOfDays(db, centerId, days), ({ day }) => day);
  return ({ day, time }) => isGone(places.get(day) ?? [], time);
}

/** Takes a place that was given back. Returns false if it is full or closed. */
export const takeAgain = takePlace;

/** Takes a place that may be full, for a donor who is at the center. */
export const takeBeyondCapacity = (trx: Trx, place: PlaceKey) => addTaken(trx, place, 1);
