import { type Day, isBookable } from '#contract/days.ts';
import { ConcurrentUpdateError, inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import type { NoFreeSlot } from '#server/features/centers/no-free-slot.ts';
import { checkSlotLimit, type TooManySlots, tooManySlots } from '#server/features/centers/slot-limit.ts';
import type { Slot } from '#server/features/centers/slots.ts';
import * as slots from '#server/features/centers/slots.ts';
import { findGroup } from '#server/features/site-content/rules.ts';
import * as unconfirmedBookings from '#server/features/unconfirmed-bookings/rules.ts';
import type { Owner } from '#server/http/viewer.ts';
import { recordLateCancellation } from './late-cancellations.ts';
import { shouldSkipReminder } from './reminder-time.ts';
import * as repository from './repository.ts';
import {
  assertNotRecorded,
  dayTakenMessage,
  MAX_ATTEMPTS,
  notBookableError,
  type Transact,
} from './rules.ts';

type MoveResult = { success: true } | { success: false; message: string } | NoFreeSlot | TooManySlots;

type MoveRequest = {
  day: Day;
  time?: string | undefined;
  /**
   * If set, the move fails unless the appointment's `moves` is this number, because a link or list may be out
   * of date.
   */
  moves?: number;
};

/**
 * Moves an appointment that is unpaid, or whose day the center closed. Changes nothing if the member has
 * another appointment on the new day, or the center is full or closed then.
 * @throws AppError not-found (404), already-paid, already-recorded, appointment-canceled, appointment-moved
 * (409), invalid-fields (422), unavailable (503)
 */
export async function moveAppointment(
  core: Core,
  viewer: Owner,
  id: string,
  request: MoveRequest,
  transact: Transact = (work) => inTransaction(core.db, work),
): Promise<MoveResult> {
  const { db, clock } = core;
  const { day, time, moves } = request;
  const appointment = await repository.findAppointment(db, viewer, id);
  if (!appointment) throw new AppError('not-found');
  assertNotMoved(appointment, moves);
  const isPaid = appointment.transaction_id !== null;
  // A paid appointment moves, with its payment, only if the center closed its day.
  const isClosed = await slots.isClosed(core, appointment);
  if (isPaid && !isClosed) throw new AppError('already-paid');
  assertNotRecorded(appointment);
  const { center_id: centerId } = appointment;
  const isSame =
    day === appointment.day && (!centerId || time === undefined || time === appointment.slot_time);
  if (isSame && !isClosed) return { success: true };
  if (!isBookable(day, clock())) throw notBookableError();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const slot = centerId ? await slots.findSlotByCenterId(core, centerId, request) : undefined;
    if (slot && 'success' in slot) {
      const isTaken = day !== appointment.day && (await repository.hasAppointmentOn(db, viewer, day));
      return isTaken ? { success: false, message: dayTakenMessage(day) } : slot;
    }
    const result = await transact((trx) =>
      moveInTransaction(core, trx, viewer, { id, day, moves, slot, isPaid, isClosed }),
    );
    if (result === 'moved') return { success: true };
    if (result === 'too-many-slots') return tooManySlots();
    if (result === 'day-taken' && !(await repository.deleteReplaceable(db, viewer, day)))
      return { success: false, message: dayTakenMessage(day) };
  }
  throw new AppError('unavailable');
}

/** @throws AppError appointment-moved (409) */
export function assertNotMoved(appointment: { moves: number }, moves: number | undefined): void {
  if (moves !== undefined && appointment.moves !== moves) throw new AppError('appointment-moved');
}

type Move = Pick<MoveRequest, 'day' | 'moves'> & {
  id: string;
  slot: Slot | undefined;
  isPaid: boolean;
  isClosed: boolean;
};

/**
 * Moves an appointment: reserves its new slot and releases the old one. Changes nothing unless it returns
 * `moved`.
 * @throws AppError not-found (404), already-paid, already-recorded, appointment-canceled, appointment-moved
 * (409)
 */
async function moveInTransaction(
  core: Core,
  trx: Trx,
  owner: Owner,
  { id, day, moves, slot, isPaid, isClosed }: Move,
): Promise<'moved' | 'day-taken' | 'slot-taken' | 'too-many-slots'> {
  const { clock } = core;
  const before = await repository.findAppointment(trx, owner, id);
  if (!before) throw new AppError('not-found');
  assertNotMoved(before, moves);
  if (before.transaction_id && !isPaid) throw new AppError('already-paid');
  assertNotRecorded(before);
  // An appointment from before the center had clinics has no slot yet.
  const addsSlot = before.slot_time === null && typeof slot?.slotTime === 'string';
  if (addsSlot && (await checkSlotLimit(core, trx, owner))) return 'too-many-slots';
  if (day !== before.day) {
    // Book the new day with a second row, so that the unique index decides whether the day is free.
    const reservation = { ...before, id: newId(), day, transaction_id: null };
    if (!(await repository.insertAppointment(trx, reservation))) {
      const current = await repository.findAppointment(trx, owner, id);
      if (current) assertNotMoved(current, moves);
      return current?.day === day ? 'moved' : 'day-taken';
    }
    await repository.deleteUnpaid(trx, owner, reservation.id);
  }
  if (slot && !(await slots.reserveForMove(trx, slot, day, before))) return 'slot-taken';
  const change = {
    from: before,
    day,
    slotTime: slot?.slotTime ?? null,
    skipReminder: shouldSkipReminder(day, slot?.timeZone, clock(), await findGroup(core, trx, 'region')),
  };
  // Only the move that changes the row may release its slot and record a late cancellation.
  if (!(await repository.changeDay(trx, owner, id, change))) throw new ConcurrentUpdateError();
  if (slot?.startsAt !== undefined)
    await unconfirmedBookings.shortenDeadlineAfterMove(trx, id, { startsAt: slot.startsAt, now: clock() });
  // A closed slot was given up by the center, not by the donor.
  if (day !== before.day && !isClosed) await recordLateCancellation(trx, before, clock());
  await slots.releaseAppointmentSlot(core, trx, before);
  return 'moved';
}
