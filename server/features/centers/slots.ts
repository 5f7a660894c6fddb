import { bookableDays, type Day, utcDay } from '#contract/days.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { SlotRow } from '#server/db/center-tables.ts';
import type { AppointmentRow, Trx } from '#server/db/tables.ts';
import { deriveSlots, listOpenSlots } from './days.ts';
import { chooseNearest, groupByDay, listFreeSlots } from './free-slots.ts';
import { startOfSlot } from './local-time.ts';
import { describeNoFreeSlot, type NoFreeSlot } from './no-free-slot.ts';
import * as repository from './repository.ts';
import { type CenterWithSeries, findCenterByName, isVersion, lockCenter } from './repository.ts';
import { findRequestedSlots, isSlotGone, storeSlots } from './requested-slots.ts';
import { findCenter } from './rules.ts';
import {
  addReserved,
  findSlot,
  isStillReserved,
  listSlotsOfDay,
  listSlotsOfDays,
  lockSlot,
  releaseSlot,
  reserveSlot,
  type SlotKey,
} from './slots-repository.ts';

/** The slot that a booking reserves. `slotTime` is null if it reserves none. */
export type Slot = {
  centerId: string;
  timeZone: string;
  slotTime: string | null;
  /** When the slot begins, in ms. Undefined if the booking reserves none. */
  startsAt?: number;
  /** Reserves the slot in the booking's transaction. Returns false if another request was first. */
  reserve(trx: Trx): Promise<boolean>;
};

/**
 * Thrown in a transaction whose slot, day or key another request took first. Nothing is booked, so the
 * request can be tried again.
 */
export class TakenError extends Error {}

type DayTime = { day: Day; time: string };
type SlotRequest = {
  day: Day;
  time?: string | undefined;
  /** When the donor came, in ms. Default: now. */
  at?: number;
};

type NextSlots = { except?: DayTime | undefined; earliestDay: Day; busyDays: ReadonlySet<Day> };

type SlotCore = Pick<Core, 'db' | 'clock' | 'features'>;

/**
 * Finds a slot at the center that the text names. Returns undefined if the text names no center, or the staff
 * feature is disabled.
 */
export async function findSlotByCenterName(core: SlotCore, text: string, request: SlotRequest) {
  const center = core.features.includes('staff') ? await findCenterByName(core.db, text) : undefined;
  return center && findAt(core, center, request);
}

/** Finds a slot at the center with this id. Returns undefined if the center is gone. */
export async function findSlotByCenterId(core: SlotCore, id: string, request: SlotRequest) {
  const center = await findCenter(core, id);
  return center && findAt(core, center, request);
}

/**
 * Finds a free slot at a center, at the requested time or the earliest one of the day.
 * @throws AppError invalid-fields (422) if the center has no such time on the day
 */
async function findAt(
  { db, clock }: SlotCore,
  center: CenterWithSeries,
  request: SlotRequest,
): Promise<Slot | NoFreeSlot> {
  const { id: centerId, time_zone: timeZone, series } = center;
  if (series.length === 0) {
    const { version } = center;
    return {
      centerId,
      timeZone,
      slotTime: null,
      reserve: (trx) => isVersion(trx, { id: centerId, version }),
    };
  }
  const { day, time: requestedTime = '', at = clock() } = request;
  const slotAt = (time: string): Slot => ({
    centerId,
    timeZone,
    slotTime: time,
    startsAt: startOfSlot(center, { day, time }),
    reserve: (trx) => reserveSlot(trx, { center_id: centerId, day, time }),
  });
  // Usually the requested slot is free, so try it before reading the others.
  const own = await findSlot(db, { center_id: centerId, day, time: requestedTime });
  if (own && listOpenSlots(center, [own], at).length > 0) return slotAt(requestedTime);
  const slots = await readSlots(db, center, request);
  const existing = slots.filter(({ capacity }) => capacity > 0);
  const requested = existing.length === 0 ? [] : findRequestedSlots(existing, request.time);
  const [free] = listOpenSlots(center, requested, at);
  if (free) return slotAt(free.time);
  return describeNoFreeSlot(db, center, { day, time: request.time, slots: requested, now: clock() });
}

/** Returns the stored slots of a day. On the first request for the day, derives and stores them. */
async function readSlots(db: Core['db'], center: CenterWithSeries, request: SlotRequest): Promise<SlotRow[]> {
  const { day } = request;
  const stored = await listSlotsOfDay(db, center.id, day);
  if (stored.length > 0) return stored;
  const derived = deriveSlots(center, [], day);
  if (derived.length === 0) return [];
  // Throws for a time that the center does not have, so that a rejected request stores nothing.
  findRequestedSlots(derived, request.time);
  return inTransaction(db, async (trx) => {
    const current = await lockCenter(trx, center.id, 'read');
    return current ? storeSlots(trx, current, day) : [];
  });
}

type Reservation = Pick<AppointmentRow, 'center_id' | 'day' | 'slot_time'>;

const slotOf = ({ center_id, day, slot_time }: Reservation): SlotKey | undefined =>
  center_id === null || slot_time === null ? undefined : { center_id, day, time: slot_time };

/**
 * Locks the slots of appointments until the transaction ends, always in the same order. Call it before
 * locking the appointments, because a change of the center locks slots first as well, and the opposite order
 * would deadlock.
 */
export async function lockSlots(trx: Trx, appointments: readonly Reservation[]): Promise<void> {
  const keyOf = ({ center_id, day, time }: SlotKey) => `${center_id} ${day} ${time}`;
  const slots = appointments.flatMap((appointment) => slotOf(appointment) ?? []);
  for (const slot of slots.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))
    await lockSlot(trx, slot);
}

/**
 * Reserves a slot for an appointment that moves. Returns false if the slot is full or closed. Locks both
 * slots in a fixed order, so that moves in opposite directions do not deadlock.
 */
export async function reserveForMove(trx: Trx, slot: Slot, day: Day, before: Reservation): Promise<boolean> {
  const isOldFirst = `${before.day} ${before.slot_time ?? ''}` < `${day} ${slot.slotTime}`;
  if (isOldFirst) await lockSlots(trx, [before]);
  const isReserved = await slot.reserve(trx);
  if (!isOldFirst) await lockSlots(trx, [before]);
  return isReserved;
}

/** Releases the slot of an appointment, in the transaction that deletes, cancels or moves the appointment. */
export async function releaseAppointmentSlot(
  { onSlotFreed }: Pick<Core, 'onSlotFreed'>,
  trx: Trx,
  appointment: Reservation,
): Promise<void> {
  const slot = slotOf(appointment);
  if (!slot) return;
  await releaseSlot(trx, slot);
  await onSlotFreed(trx, slot);
}

/**
 * Returns free slots near a time of day, on the next days on which the donor can come. Excludes `except` and
 * `busyDays`.
 */
export async function findNextSlots(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  center: CenterWithSeries,
  near: string,
  { except, earliestDay, busyDays }: NextSlots,
) {
  const now = clock();
  const { last } = bookableDays(now);
  const free = await listFreeSlots(db, center, { from: earliestDay, now });
  const others = free.filter(
    ({ day, time }) => day <= last && !busyDays.has(day) && (day !== except?.day || time !== except.time),
  );
  return chooseNearest(groupByDay(others), near);
}

/** Reserves a slot for a member who has not accepted it yet. Returns false if it is full, closed or over. */
export async function holdSlot({ clock }: Pick<Core, 'clock'>, trx: Trx, slot: SlotKey): Promise<boolean> {
  const center = await repository.findCenter(trx, slot.center_id);
  if (!center) return false;
  const slots = await listSlotsOfDay(trx, slot.center_id, slot.day);
  const isOpen = listOpenSlots(center, slots, clock()).some(({ time }) => time === slot.time);
  return isOpen && (await reserveSlot(trx, slot));
}

/** Undoes `holdSlot` in the same transaction. Does not offer the slot to the next member. */
export const releaseHold = (trx: Trx, slot: SlotKey): Promise<boolean> => releaseSlot(trx, slot);

/**
 * Returns whether a held slot can still be booked. `full`: the center has reduced the capacity. `closed`: the
 * slot was closed or removed.
 */
export async function getHeldSlotState(
  { db }: Pick<Core, 'db'>,
  { center_id, day, time }: SlotKey,
): Promise<'open' | 'full' | 'closed'> {
  const slot = (await listSlotsOfDay(db, center_id, day)).find((candidate) => candidate.time === time);
  if (!slot || slot.closed || slot.capacity === 0) return 'closed';
  return slot.reserved <= slot.capacity ? 'open' : 'full';
}

/**
 * Returns whether a day has an open slot, reserved or free. Locks the center against changes for this
 * transaction.
 */
export async function hasOpenSlot(trx: Trx, centerId: string, day: Day): Promise<boolean> {
  await lockCenter(trx, centerId, 'read');
  const slots = await listSlotsOfDay(trx, centerId, day);
  return slots.some(({ capacity, closed }) => capacity > 0 && !closed);
}

/**
 * Returns whether a held slot can be booked, because it was neither closed nor removed in the meantime. Locks
 * the slot.
 */
export const isHeldSlotOpen = (trx: Trx, slot: SlotKey): Promise<boolean> => isStillReserved(trx, slot);

/**
 * Returns whether the center closed or removed the slot of an appointment. If so, the donor may move even a
 * paid appointment.
 */
export async function isClosed(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  appointment: Reservation & { status?: AppointmentRow['status'] },
): Promise<boolean> {
  const { center_id: centerId, day, slot_time: time, status } = appointment;
  // A change of the center does not affect days that are over.
  if (centerId === null || day < utcDay(clock() - days(1))) return false;
  // A booked appointment without a slot lost it to a change of the center, and a canceled one has released
  // it.
  if (time === null && status !== 'booked') return false;
  return isSlotGone(await listSlotsOfDay(db, centerId, day), time ?? '');
}

/** Returns a function that tests whether a slot of these days was closed or removed. */
export async function createClosedSlotCheck(
  { db }: Pick<Core, 'db'>,
  centerId: string,
  days: readonly Day[],
): Promise<(slot: DayTime) => boolean> {
  const slots = Map.groupBy(await listSlotsOfDays(db, centerId, days), ({ day }) => day);
  return ({ day, time }) => isSlotGone(slots.get(day) ?? [], time);
}

/** Reserves a slot that was released before. Returns false if it is full or closed. */
export const reserveAgain = reserveSlot;

/** Reserves a slot that may be full, for a donor who is at the center. */
export const reserveBeyondCapacity = (trx: Trx, slot: SlotKey) => addReserved(trx, slot, 1);
