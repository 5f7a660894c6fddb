import { deriveDay } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import type { CenterClosingRow, CenterRow, SlotRow } from '#server/db/center-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import {
  assignSlot,
  type BookedAppointment,
  linkToCenter,
  listAppointmentsAtCenter,
  listUnlinkedAppointments,
} from './appointments-repository.ts';
import { deriveSlots, listUpcomingSlots } from './days.ts';
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

/**
 * An appointment whose slot was closed or removed, whose interval has too many earlier bookings (`full`), or
 * that has no slot because its day has no clinic (`no-clinic`).
 */
export type Displaced = BookedAppointment & { reason: 'closed' | 'full' | 'no-clinic' };

export type Occupancy = {
  displaced: Displaced[];
  /** Upcoming appointments whose interval is open. */
  kept: BookedAppointment[];
  /** Days with an open slot, reserved or free, at which donors can still arrive. */
  openDays: ReadonlySet<Day>;
};

/** `linkedUserIds`: ids of the accounts whose appointments were linked to the center. */
export type Synced = Occupancy & { linkedUserIds: string[] };

/** Returns a center's upcoming appointments that have an open slot, the displaced ones, and the open days. */
export async function readOccupancy(trx: Trx, center: CenterWithSeries, now: number): Promise<Occupancy> {
  const from = localTime(now, center.time_zone).day;
  const slots = await listSlots(trx, center.id, { from });
  const open = slots.filter(({ capacity, closed }) => capacity > 0 && !closed);
  const openDays = new Set(listUpcomingSlots(center, open, now).map(({ day }) => day));
  return { ...classify(center, slots, await listAppointmentsAtCenter(trx, center.id, { from })), openDays };
}

/** Returns the appointments of a day whose donors are expected. Excludes those whose slot is closed. */
export async function listExpectedAppointments(
  trx: Trx,
  center: CenterWithSeries,
  day: Day,
): Promise<BookedAppointment[]> {
  const range = { from: day, to: day };
  const appointments = await listAppointmentsAtCenter(trx, center.id, range);
  const { displaced } = classify(center, await listSlots(trx, center.id, range), appointments);
  const closed = new Set(displaced.flatMap(({ id, reason }) => (reason === 'closed' ? [id] : [])));
  return appointments.filter(({ id, status }) => status === 'booked' && !closed.has(id));
}

/**
 * Updates the stored slots to the series and closings of a center, assigns slots to upcoming appointments
 * without one, and returns the result. The transaction must have locked the center for a change.
 */
export async function syncSlots(trx: Trx, center: CenterWithSeries, now: number): Promise<Synced> {
  const from = localTime(now, center.time_zone).day;
  const closings = await listClosings(trx, center.id, { from });
  const linkedUserIds = await linkAll(trx, center, now);
  const waiting = (await listAppointmentsAtCenter(trx, center.id, { from })).filter(
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
  await assignSlots(trx, waiting, { slots, upcoming: new Set(listUpcomingSlots(center, slots, now)) });
  // Read again, because the updates above waited for bookings, moves and cancellations of these slots.
  return { ...(await readOccupancy(trx, center, now)), linkedUserIds };
}

/** Maximum number of appointments in one query. */
const LINK_BATCH_SIZE = 1000;

/**
 * Links the upcoming appointments whose text names this center, and returns the ids of their accounts.
 * Excludes appointments from before the center got this name, whose text meant another center.
 */
async function linkAll(trx: Trx, center: CenterRow, now: number): Promise<string[]> {
  const linkedUserIds = new Set<string>();
  for (;;) {
    const found = await listUnlinkedAppointments(trx, { ...namedBy(center, now), limit: LINK_BATCH_SIZE });
    for (const appointment of found)
      if (await linkToCenter(trx, appointment, center.id)) linkedUserIds.add(appointment.user_id);
    if (found.length < LINK_BATCH_SIZE) return [...linkedUserIds];
  }
}

/** Returns whether `syncSlots` would link an appointment to the center. */
export const hasUnlinkedAppointments = async (db: Db, center: CenterRow, now: number): Promise<boolean> =>
  (await listUnlinkedAppointments(db, { ...namedBy(center, now), limit: 1 })).length > 0;

const namedBy = ({ name_key, named_since, time_zone }: CenterRow, now: number) => ({
  key: name_key,
  since: named_since ?? '',
  from: localTime(now, time_zone).day,
});

const keyOf = ({ day, time }: Pick<SlotKey, 'day' | 'time'>): string => `${day} ${time}`;

/** Writes the slots that differ from the series and closings. */
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
      // The slot belonged to a closed day without a clinic, which was reopened.
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
 * Assigns slots to appointments from before the series. Chooses the first free slot, otherwise the one with
 * the fewest donors over its capacity. Uses a slot that has begun only if no later one is open.
 */
async function assignSlots(
  trx: Trx,
  waiting: BookedAppointment[],
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
    // Lock the slot before the appointment, in the same order as donors' requests.
    await lockSlot(trx, slot);
    if (!(await assignSlot(trx, appointment, slot.time))) continue;
    slot.reserved += 1;
    await addReserved(trx, slot, 1);
  }
}

/**
 * Returns which appointments keep their slot. If an interval has more donors than slots, its latest bookings
 * are displaced.
 */
function classify(
  center: CenterWithSeries,
  slots: readonly SlotRow[],
  appointments: readonly BookedAppointment[],
): Omit<Occupancy, 'openDays'> {
  const room = new Map(
    slots.map((slot) => [keyOf(slot), slot.closed || slot.capacity === 0 ? undefined : slot.capacity]),
  );
  const closedDays = new Set(slots.flatMap(({ day, closed }) => (closed ? [day] : [])));
  const displaced: Displaced[] = [];
  const kept: BookedAppointment[] = [];
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
    const remaining = room.get(key);
    if (remaining === undefined) {
      if (isWaiting) displaced.push({ ...appointment, reason: 'closed' });
    } else {
      kept.push(appointment);
      if (remaining <= 0 && isWaiting) displaced.push({ ...appointment, reason: 'full' });
      room.set(key, remaining - 1);
    }
  }
  return { displaced, kept };
}
