import { deriveDay } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import type { CenterClosingRow, CenterRow, SlotRow } from '#server/db/center-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import {
  assignSlot,
  type CenterAppointment,
  linkToCenter,
  listAppointmentsOf,
  listUnlinkedAppointments,
} from './appointments-repository.ts';
import { deriveSlots, listUpcoming } from './days.ts';
import { localTime } from './local-time.ts';
import { type CenterWithSeries, listClosings } from './repository.ts';
import {
  addReserved,
  deleteSlot,
  insertSlots,
  listSlots,
  lockSlot,
  type SlotKey,
  updateSlot,
} from './slots-repository.ts';

/** An appointment whose slot a change takes away, or that has more donors than slots before it. */
export type Displaced = CenterAppointment & { reason: 'closed' | 'full' | 'no-clinic' };

export type Occupancy = {
  displaced: Displaced[];
  /** Upcoming appointments whose interval is open. */
  kept: CenterAppointment[];
  /** Days with an open slot at which donors can still arrive, taken or not. */
  openDays: ReadonlySet<Day>;
};

/** `adopted` are the accounts whose appointments belong to the center from now on. */
export type Synced = Occupancy & { linked: string[] };

/** Returns which upcoming appointments of a center have a slot, and which do not. */
export async function readOccupancy(trx: Trx, center: CenterWithSeries, now: number): Promise<Occupancy> {
  const from = localTime(now, center.time_zone).day;
  const slots = await listSlots(trx, center.id, { from });
  const open = slots.filter(({ capacity, closed }) => capacity > 0 && !closed);
  const openDays = new Set(listUpcoming(center, open, now).map(({ day }) => day));
  return { ...classify(center, slots, await listAppointmentsOf(trx, center.id, { from })), openDays };
}

/** Returns the appointments of a day whose donors are expected: not those whose slot is closed. */
export async function listExpected(
  trx: Trx,
  center: CenterWithSeries,
  day: Day,
): Promise<CenterAppointment[]> {
  const range = { from: day, to: day };
  const appointments = await listAppointmentsOf(trx, center.id, range);
  const { displaced } = classify(center, await listSlots(trx, center.id, range), appointments);
  const closed = new Set(displaced.flatMap(({ id, reason }) => (reason === 'closed' ? [id] : [])));
  return appointments.filter(({ id, status }) => status === 'booked' && !closed.has(id));
}

/**
 * Makes the stored slots follow the series and closings of a center, gives upcoming appointments without a
 * slot one, and returns those that have none. The transaction holds the center for a change.
 */
export async function syncSlots(trx: Trx, center: CenterWithSeries, now: number): Promise<Synced> {
  const from = localTime(now, center.time_zone).day;
  const closings = await listClosings(trx, center.id, { from });
  const linked = await linkAll(trx, center, now);
  const waiting = (await listAppointmentsOf(trx, center.id, { from })).filter(
    // Donors already checked in need no slot.
    ({ slot_time, status }) => slot_time === null && status === 'booked',
  );
  const stored = await listSlots(trx, center.id, { from });
  const days = new Set([
    ...stored.map(({ day }) => day),
    ...closings.map(({ day }) => day),
    ...waiting.map(({ day }) => day),
  ]);
  await updateSlots(trx, center, { closings, stored, days });
  const slots = await listSlots(trx, center.id, { from });
  await assignSlots(trx, waiting, { slots, upcoming: new Set(listUpcoming(center, slots, now)) });
  // Read again: the updates above waited for bookings, moves and cancellations of these slots.
  return { ...(await readOccupancy(trx, center, now)), linked };
}

/** Number of rows in one query. */
const LINK_BATCH_SIZE = 1000;

/**
 * Makes upcoming appointments whose text names the center belong to it, and returns their accounts. Those
 * from before a renamed center had its name meant another place.
 */
async function linkAll(trx: Trx, center: CenterRow, now: number): Promise<string[]> {
  const linked = new Set<string>();
  for (;;) {
    const found = await listUnlinkedAppointments(trx, { ...namedBy(center, now), limit: LINK_BATCH_SIZE });
    for (const appointment of found)
      if (await linkToCenter(trx, appointment, center.id)) linked.add(appointment.user_id);
    if (found.length < LINK_BATCH_SIZE) return [...linked];
  }
}

/** Whether `syncSlots` would make an appointment belong to the center. */
export const hasUnlinked = async (db: Db, center: CenterRow, now: number): Promise<boolean> =>
  (await listUnlinkedAppointments(db, { ...namedBy(center, now), limit: 1 })).length > 0;

const namedBy = ({ name_key, named_since, time_zone }: CenterRow, now: number) => ({
  key: name_key,
  since: named_since ?? '',
  from: localTime(now, time_zone).day,
});

const keyOf = ({ day, time }: Pick<SlotKey, 'day' | 'time'>): string => `${day} ${time}`;

/** Writes the rows that differ. */
async function updateSlots(
  trx: Trx,
  center: CenterWithSeries,
  { closings, stored, days }: { closings: CenterClosingRow[]; stored: SlotRow[]; days: Set<Day> },
): Promise<void> {
  const derived = new Map<string, SlotRow>();
  const closingsByDay = Map.groupBy(closings, ({ day }) => day);
  for (const day of days)
    for (const slot of deriveSlots(center, closingsByDay.get(day) ?? [], day)) derived.set(keyOf(slot), slot);
  for (const slot of stored) {
    const found = derived.get(keyOf(slot));
    if (!found && slot.closed && slot.capacity === 0) {
      // The slot of a closed day without a clinic, which is open again.
      await deleteSlot(trx, slot);
      continue;
    }
    const wanted = found ?? { ...slot, capacity: 0, closed: 0 };
    derived.delete(keyOf(slot));
    if (wanted.capacity === slot.capacity && wanted.closed === slot.closed) continue;
    await updateSlot(trx, wanted);
  }
  const added = [...derived.values()];
  if (added.length > 0) await insertSlots(trx, added);
}

/**
 * Gives appointments from before the series a slot: the first free one, otherwise the one with the fewest
 * donors too many; one that has begun only where no later one is open.
 */
async function assignSlots(
  trx: Trx,
  waiting: CenterAppointment[],
  { slots, upcoming }: { slots: SlotRow[]; upcoming: ReadonlySet<SlotRow> },
): Promise<void> {
  const byDay = Map.groupBy(
    slots.filter(({ capacity, closed }) => capacity > 0 && !closed),
    ({ day }) => day,
  );
  for (const appointment of waiting) {
    const open = byDay.get(appointment.day) ?? [];
    const later = open.filter((slot) => upcoming.has(slot));
    const choices = later.length > 0 ? later : open;
    const slot =
      choices.find(({ reserved, capacity }) => reserved < capacity) ??
      choices.toSorted((one, other) => one.reserved - one.capacity - (other.reserved - other.capacity))[0];
    if (!slot) continue;
    // Slots are locked before appointments, as by donors.
    await lockSlot(trx, slot);
    if (!(await assignSlot(trx, appointment, slot.time))) continue;
    slot.reserved += 1;
    await addReserved(trx, slot, 1);
  }
}

/** The latest bookings of an interval with more donors than slots are those that are too many. */
function classify(
  center: CenterWithSeries,
  slots: readonly SlotRow[],
  appointments: readonly CenterAppointment[],
): Omit<Occupancy, 'openDays'> {
  const room = new Map(
    slots.map((slot) => [keyOf(slot), slot.closed || slot.capacity === 0 ? undefined : slot.capacity]),
  );
  const closedDays = new Set(slots.flatMap(({ day, closed }) => (closed ? [day] : [])));
  const displaced: Displaced[] = [];
  const kept: CenterAppointment[] = [];
  for (const appointment of appointments) {
    const { day, slot_time: time } = appointment;
    // An appointment with a recorded outcome keeps its slot.
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
