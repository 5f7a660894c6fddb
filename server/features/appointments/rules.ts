import type { AppointmentFields } from '#contract/appointments.ts';
import { centerKey } from '#contract/center-key.ts';
import { type Day, formatLongDate, isBookable } from '#contract/days.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import type { AppointmentRow, Db, Trx } from '#server/db/tables.ts';
import type { NoFreeSlot } from '#server/features/centers/no-free-slot.ts';
import { checkSlotLimit, type TooManySlots } from '#server/features/centers/slot-limit.ts';
import * as slots from '#server/features/centers/slots.ts';
import { type Slot, TakenError } from '#server/features/centers/slots.ts';
import { cancelOpenPayment } from '#server/features/payments/close-payment.ts';
import { readFeeColumns } from '#server/features/payments/fee.ts';
import { cancelPaymentLater } from '#server/features/payments/settle.ts';
import {
  announceReview,
  deleteUnpublishedReviews,
  saveReview,
  toReviewRow,
} from '#server/features/reviews/rules.ts';
import { findGroup } from '#server/features/site-content/rules.ts';
import { insertBooking, toUnconfirmedBooking } from '#server/features/unconfirmed-bookings/rules.ts';
import { findAddress, requireUser } from '#server/features/users/rules.ts';
import { findCreatedId, type RequestKey, recordKey } from '#server/http/idempotency-repository.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import { recordLateCancellation } from './late-cancellations.ts';
import { shouldSkipReminder } from './reminder-time.ts';
import * as repository from './repository.ts';

export {
  anonymizePaid,
  deleteReplaceable,
  findBookedTime,
  findLastDetails,
  hasAppointmentOn,
  insertAppointment,
  listAppointments,
} from './repository.ts';

/**
 * Runs the transaction that moves or cancels an appointment. For staff, it also adds entries to their log.
 */
export type Transact = <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;

type RequestResult =
  | { success: true; insertedId: string }
  | { success: false; message: string }
  | NoFreeSlot
  | TooManySlots;

/** How often to repeat the search if another donor has reserved the slot that was found. */
export const MAX_ATTEMPTS = 50;

/**
 * Books an appointment, of which each member can have one per day. A repeated key returns the first response.
 */
export async function requestAppointment(
  core: Core,
  viewer: Viewer,
  fields: AppointmentFields,
  key?: RequestKey,
): Promise<RequestResult> {
  const { db, clock } = core;
  const { date: day } = fields;
  if (!isBookable(day, clock())) {
    // The first request may have been sent when the day was still bookable.
    const earlier = key && (await findEarlier(db, viewer, day, key));
    if (earlier?.success) return earlier;
    throw notBookableError();
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const slot = await slots.findSlotByCenterName(core, fields.center, { day, time: fields.time });
    const result =
      slot && 'success' in slot ? slot : await insertRequest(core, viewer, fields, { key, slot });
    if (result?.success) return result;
    const rejection = (await findEarlier(db, viewer, day, key)) ?? result;
    if (rejection) return rejection;
  }
  throw new AppError('unavailable');
}

/**
 * Returns the response to a request whose key was used before or whose day is taken.
 * @throws AppError appointment-canceled (409) if the first request's appointment has been canceled since then
 */
async function findEarlier(
  db: Db,
  viewer: Viewer,
  day: Day,
  key: RequestKey | undefined,
): Promise<RequestResult | undefined> {
  const insertedId = key && (await findCreatedId(db, viewer, key));
  const created = insertedId ? await repository.findAppointment(db, viewer, insertedId) : undefined;
  if (created && created.status !== 'cancelled') return { success: true, insertedId: created.id };
  const isTaken = await repository.hasAppointmentOn(db, viewer, day);
  if (isTaken) return { success: false, message: dayTakenMessage(day) };
  if (insertedId) throw new AppError('appointment-canceled');
  return undefined;
}

/**
 * Books the appointment, unless the member has too many slots. Returns undefined if another request took the
 * day, the key or the slot first.
 * @throws AppError credentials-refused (403) if the account is gone
 */
async function insertRequest(
  core: Core,
  viewer: Viewer,
  fields: AppointmentFields,
  { key, slot }: { key: RequestKey | undefined; slot: Slot | undefined },
): Promise<RequestResult | undefined> {
  const { db, clock } = core;
  const now = clock();
  const request = toRow(viewer, fields, { slot });
  const review = core.features.includes('reviews') ? toReviewRow(viewer, request.id, fields, now) : undefined;
  const startsAt = slot?.startsAt;
  const isUnconfirmed = startsAt !== undefined && !(await findAddress(core, viewer.userId))?.isConfirmed;
  const unconfirmed = isUnconfirmed ? toUnconfirmedBooking(request, startsAt, now) : undefined;
  try {
    const result = await inTransaction(db, async (trx) => {
      const tooMany =
        request.slot_time === null ? await requireUser(trx, viewer) : await checkSlotLimit(core, trx, viewer);
      if (tooMany) return tooMany;
      const row = await completeRow(core, trx, request, slot?.timeZone);
      const isInserted =
        (await repository.insertAppointment(trx, row)) ||
        ((await repository.deleteReplaceable(trx, viewer, row.day)) &&
          (await repository.insertAppointment(trx, row)));
      if (!isInserted) throw new TakenError();
      if (key && !(await recordKey(trx, { viewer, key, createdId: row.id, now }))) throw new TakenError();
      if (review) await saveReview(trx, review);
      if (unconfirmed) await insertBooking(trx, unconfirmed);
      // Reserve last, because other bookings of the slot wait from here until the commit.
      if (slot && !(await slot.reserve(trx))) throw new TakenError();
      return { success: true, insertedId: row.id } as const;
    });
    if (review && result.success) await announceReview(core, review);
    return result;
  } catch (error) {
    if (!(error instanceof TakenError)) throw error;
    return undefined;
  }
}

/**
 * Cancels an unpaid appointment. Returns false if there is nothing to cancel.
 * @param day cancel only if the appointment is on this day
 * @throws AppError already-paid, already-recorded, appointment-canceled, appointment-moved (409), unavailable
 * (503)
 */
export async function cancelAppointment(
  core: Core,
  viewer: Owner,
  id: string,
  day?: Day,
  transact: Transact = (work) => inTransaction(core.db, work),
): Promise<boolean> {
  const { db, clock } = core;
  const assertCancelable = (appointment: AppointmentRow) => {
    if (appointment.transaction_id) throw new AppError('already-paid');
    assertNotRecorded(appointment);
    if (day !== undefined && appointment.day !== day) throw new AppError('appointment-moved');
  };
  const appointment = await repository.findAppointment(db, viewer, id);
  if (!appointment) return false;
  assertCancelable(appointment);
  await cancelOpenPayment(core, id);
  const isClosed = await slots.isClosed(core, appointment);
  const isCanceled = await transact(async (trx) => {
    await slots.lockSlots(trx, [appointment]);
    const deleted = await repository.deleteUnpaid(trx, viewer, id, day);
    if (!deleted) return false;
    // A closed slot was given up by the center, not by the donor.
    if (!isClosed) await recordLateCancellation(trx, deleted, clock());
    await slots.releaseAppointmentSlot(core, trx, deleted);
    await deleteUnpublishedReviews(trx, viewer, id);
    await cancelPaymentLater(core, trx, id);
    return true;
  });
  if (isCanceled) return true;
  // The appointment was paid, moved or canceled after it was read.
  const current = await repository.findAppointment(db, viewer, id);
  if (!current) return false;
  assertCancelable(current);
  throw new AppError('already-paid');
}

/**
 * Deletes the unpaid appointments of an account being deleted, and returns them so that their slots can be
 * released.
 */
export async function cancelAllUnpaid(
  trx: Trx,
  { clock }: Pick<Core, 'clock'>,
  viewer: Owner,
): Promise<repository.DeletedAppointment[]> {
  const deleted = await repository.deleteAllUnpaid(trx, viewer);
  for (const appointment of deleted) await recordLateCancellation(trx, appointment, clock());
  return deleted;
}

/**
 * @throws AppError appointment-canceled (409), or already-recorded (409) if the center has recorded the
 * outcome, which must stay
 */
export function assertNotRecorded({ status }: Pick<AppointmentRow, 'status'>): void {
  if (status === 'cancelled') throw new AppError('appointment-canceled');
  if (status !== 'booked') throw new AppError('already-recorded');
}

export const notBookableError = () =>
  new AppError('invalid-fields', { fields: { date: 'Choose a day from today to a year ahead' } });

export const dayTakenMessage = (day: Day): string =>
  `You've Already Have an Appointment on ${formatLongDate(day)}`;

/** The fields of a slot that was held for a member of a waiting list. */
type HeldSlot = { centerId: string; timeZone: string; slotTime: string; startsAt: number };

/**
 * Books a held slot, which is already counted as reserved, in the transaction that ends the hold. Returns
 * false if the member has an appointment on that day. @throws AppError credentials-refused (403) if the
 * account is gone
 */
export async function bookHeldSlot(
  core: Pick<Core, 'clock' | 'siteDefaults'>,
  trx: Trx,
  member: Pick<Viewer, 'userId' | 'email'> & { isConfirmed: boolean },
  { slot, ...fields }: Omit<AppointmentFields, 'opinion' | 'publishAs' | 'time'> & { slot: HeldSlot },
): Promise<boolean> {
  await requireUser(trx, member);
  const now = core.clock();
  const row = await completeRow(core, trx, toRow(member, fields, { slot }), slot.timeZone);
  await repository.deleteReplaceable(trx, member, row.day);
  if (!(await repository.insertAppointment(trx, row))) return false;
  if (!member.isConfirmed) await insertBooking(trx, toUnconfirmedBooking(row, slot.startsAt, now));
  return true;
}

type NewRow = Omit<AppointmentRow, 'fee_amount' | 'fee_currency' | 'reminded_day'>;

/** Adds what the owner's rules decide, as they are in the transaction of the booking. */
async function completeRow(
  core: Pick<Core, 'clock' | 'siteDefaults'>,
  trx: Trx,
  row: NewRow,
  timeZone: string | undefined,
): Promise<AppointmentRow> {
  const region = await findGroup(core, trx, 'region');
  const isTooLate = shouldSkipReminder(row.day, timeZone, core.clock(), region);
  return { ...row, ...(await readFeeColumns(core, trx)), reminded_day: isTooLate ? row.day : null };
}

function toRow(
  viewer: Pick<Viewer, 'userId' | 'email'>,
  fields: AppointmentFields,
  { slot }: { slot: Pick<Slot, 'centerId' | 'timeZone' | 'slotTime'> | undefined },
): NewRow {
  return {
    id: newId(),
    user_id: viewer.userId,
    email: viewer.email,
    name: fields.name,
    phone: fields.phone,
    center: fields.center,
    blood_group: fields.bloodGroup,
    opinion: fields.opinion || null,
    day: fields.date,
    transaction_id: null,
    paid_at: null,
    paid_amount: null,
    paid_currency: null,
    refunded_at: null,
    refunded_amount: null,
    moves: 0,
    status: 'booked',
    center_id: slot?.centerId ?? null,
    center_key: centerKey(fields.center),
    slot_time: slot?.slotTime ?? null,
    deferred_until: null,
    deferral_emailed: null,
    released_time: null,
    cancellation_reason: null,
    walk_in: null,
  };
}
