import { deriveDay } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import type { CenterClosingRow, CenterRow, PlaceRow } from '#server/db/center-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import {
  adopt,
  assignPlace,
  type CenterAppointment,
  listAppointmentsOf,
  listUnadopted,
} from './appointments-repository.ts';
import { derivePlaces, listUpcoming } from './days.ts';
import { localTime } from './local-time.ts';
import {
  addTaken,
  deletePlace,
  insertPlaces,
  listPlaces,
  lockPlace,
  type PlaceKey,
  updatePlace,
} from './places-repository.ts';
import { type CenterWithSeries, listClosings } from './repository.ts';

/** An appointment whose place a change takes away, or that has more donors than places before it. */
export type Displaced = CenterAppointment & { reason: 'closed' | 'full' | 'no-clinic' };

export type Standing = {
  displaced: Displaced[];
  /** Upcoming appointments whose interval is open. */
  kept: CenterAppointment[];
  /** Days with an open place at which donors can still arrive, taken or not. */
  openDays: ReadonlySet<Day>;
};

/** `adopted` are the accounts whose appointments belong to the center from now on. */
export type Synced = Standing & { adopted: string[] };

/** Returns which upcoming appointments of a center have a place, and which do not. */
export async function readStanding(trx: Trx, center: CenterWithSeries, now: number): Promise<Standing> {
  const from = localTime(now, center.time_zone).day;
  const places = await listPlaces(trx, center.id, { from });
  const open = places.filter(({ capacity, closed }) => capacity > 0 && !closed);
  const openDays = new Set(listUpcoming(center, open, now).map(({ day }) => day));
  return { ...classify(center, places, await listAppointmentsOf(trx, center.id, { from })), openDays };
}

/** Returns the appointments of a day whose donors are expected: not those whose place is closed. */
export async function listExpected(
  trx: Trx,
  center: CenterWithSeries,
  day: Day,
): Promise<CenterAppointment[]> {
  const range = { from: day, to: day };
  const appointments = await listAppointmentsOf(trx, center.id, range);
  const { displaced } = classify(center, await listPlaces(trx, center.id, range), appointments);
  const closed = new Set(displaced.flatMap(({ id, reason }) => (reason === 'closed' ? [id] : [])));
  return appointments.filter(({ id, status }) => status === 'booked' && !closed.has(id));
}

/**
 * Makes the stored places follow the series and closings of a center, gives upcoming appointments without a place one, and
 * returns those that have none. The transaction holds the center for a change.
 */
export async function syncPlaces(trx: Trx, center: CenterWithSeries, now: number): Promise<Synced> {
  const from = localTime(now, center.time_zone).day;
  const closings = await listClosings(trx, center.id, { from });
  const adopted = await adoptAll(trx, center, now);
  const waiting = (await listAppointmentsOf(trx, center.id, { from })).filter(
    // Whoever was recorded at the door needs no place.
    ({ place_time, status }) => place_time === null && status === 'booked',
  );
  const stored = await listPlaces(trx, center.id, { from });
  const days = new Set([
    ...stored.map(({ day }) => day),
    ...closings.map(({ day }) => day),
    ...waiting.map(({ day }) => day),
  ]);
  await updatePlaces(trx, center, { closings, stored, days });
  const places = await listPlaces(trx, center.id, { from });
  await assignPlaces(trx, waiting, { places, upcoming: new Set(listUpcoming(center, places, now)) });
  // Read again: the updates above waited for bookings, moves and cancellations of these places.
  return { ...(await readStanding(trx, center, now)), adopted };
}

/** Number of rows that are read at once. */
const ADOPTED_AT_ONCE = 1000;

/**
 * Makes upcoming appointments whose text names the center belong to it, and returns their accounts. Those from before a renamed
 * center had its name meant another place.
 */
async function adoptAll(trx: Trx, center: CenterRow, now: number): Promise<string[]> {
  const adopted = new Set<string>();
  for (;;) {
    const found = await listUnadopted(trx, { ...namedBy(center, now), limit: ADOPTED_AT_ONCE });
    for (const appointment of found)
      if (await adopt(trx, appointment, center.id)) adopted.add(appointment.user_id);
    if (found.length < ADOPTED_AT_ONCE) return [...adopted];
  }
}

/** Whether `syncPlaces` would make an appointment belong to the center. */
export const hasUnadopted = async (db: Db, center: CenterRow, now: number): Promise<boolean> =>
  (await listUnadopted(db, { ...namedBy(center, now), limit: 1 })).length > 0;

const namedBy = ({ name_key, named_since, time_zone }: CenterRow, now: number) => ({
  key: name_key,
  since: named_since ?? '',
  from: localTime(now, time_zone).day,
});

const keyOf = ({ day, time }: Pick<PlaceKey, 'day' | 'time'>): string => `${day} ${time}`;

/** Writes the rows that differ. */
async function updatePlaces(
  trx: Trx,
  center: CenterWithSeries,
  { closings, stored, days }: { closings: CenterClosingRow[]; stored: PlaceRow[]; days: Set<Day> },
): Promise<void> {
  const derived = new Map<string, PlaceRow>();
  const closingsByDay = Map.groupBy(closings, ({ day }) => day);
  for (const day of days)
    for (const place of derivePlaces(center, closingsByDay.get(day) ?? [], day))
      derived.set(keyOf(place), place);
  for (const place of stored) {
    const found = derived.get(keyOf(place));
    if (!found && place.closed && place.capacity === 0) {
      // The place of a closed day without a clinic, which is open again.
      await deletePlace(trx, place);
      continue;
    }
    const wanted = found ?? { ...place, capacity: 0, closed: 0 };
    derived.delete(keyOf(place));
    if (wanted.capacity === place.capacity && wanted.closed === place.closed) continue;
    await updatePlace(trx, wanted);
  }
  const added = [...derived.values()];
  if (added.length > 0) await insertPlaces(trx, added);
}

/**
 * Gives appointments from before the series a place: the first free one, else the one with the fewest donors too many; one
 * that has begun only where no later one is open.
 */
async function assignPlaces(
  trx: Trx,
  waiting: CenterAppointment[],
  { places, upcoming }: { places: PlaceRow[]; upcoming: ReadonlySet<PlaceRow> },
): Promise<void> {
  const byDay = Map.groupBy(
    places.filter(({ capacity, closed }) => capacity > 0 && !closed),
    ({ day }) => day,
  );
  for (const appointment of waiting) {
    const open = byDay.get(appointment.day) ?? [];
    const later = open.filter((place) => upcoming.has(place));
    const choices = later.length > 0 ? later : open;
    const place =
      choices.find(({ taken, capacity }) => taken < capacity) ??
      choices.toSorted((one, other) => one.taken - one.capacity - (other.taken - other.capacity))[0];
    if (!place) continue;
    // Places are locked before appointments, as by donors.
    await lockPlace(trx, place);
    if (!(await assignPlace(trx, appointment, place.time))) continue;
    place.taken += 1;
    await addTaken(trx, place, 1);
  }
}

/** The latest bookings of an interval with more donors than places are those that are too many. */
function classify(
  center: CenterWithSeries,
  places: readonly PlaceRow[],
  appointments: readonly CenterAppointment[],
): Omit<Standing, 'openDays'> {
  const room = new Map(
    places.map((place) => [keyOf(place), place.closed || place.capacity === 0 ? undefined : place.capacity]),
  );
  const closedDays = new Set(places.flatMap(({ day, closed }) => (closed ? [day] : [])));
  const displaced: Displaced[] = [];
  const kept: CenterAppointment[] = [];
  for (const appointment of appointments) {
    const { day, place_time: time } = appointment;
    // Whoever came, or did not, keeps the place and needs no other one.
    const isWaiting = appointment.status === 'booked';
    if (time === null) {
      if (center.series.length === 0 || !isWaiting) continue;
      const reason = closedDays.has(day) || deriveDay(center.series, day) ? 'closed' : 'no-clinic';
      displaced.push({ ...appointment, reason });
      continue;
    }
    const key = keyOf({ day, time });
    const left = room.get(key);
    if (left === undefined) {
      if (isWaiting) displaced.push({ ...appointment, reason: 'closed' });
    } else {
      kept.push(appointment);
      if (left <= 0 && isWaiting) displaced.push({ ...appointment, reason: 'full' });
      room.set(key, left - 1);
    }
  }
  return { displaced, kept };
}
