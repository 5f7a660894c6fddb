import type { AppointmentFields } from '#contract/appointments.ts';
import { centerKey } from '#contract/center-key.ts';
import { type Day, formatLongDate, isBookable } from '#contract/days.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Clock } from '#platform/time.ts';
import type { AppointmentRow, Db, Trx } from '#server/db/tables.ts';
import { type NoPlace, type Places, type Spot, TakenError } from '#server/features/centers/rules.ts';
import { needsNoReminder } from '#server/features/reminders/rules.ts';
import { deleteUnpublishedReviews, reviewFor, saveReview } from '#server/features/reviews/rules.ts';
import { insertBooking, toBooking } from '#server/features/unconfirmed-bookings/rules.ts';
import { type AddressDeps, findAddress, requireUser } from '#server/features/users/rules.ts';
import { findCreatedId, type RequestKey, recordKey } from '#server/http/idempotency-repository.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import { recordIfLate } from './late-cancellations.ts';
import * as repository from './repository.ts';
import { rejectFurtherSlot, type TooManySlots } from './slot-limit.ts';

export type Deps = {
  db: Db;
  clock: Clock;
  /** Places at centers. Without it, no text names a center. */
  places?: Places;
  accounts?: AddressDeps['accounts'];
  /** Runs the transaction that moves or cancels an appointment. Default: `inTransaction`. Staff add entries of their log. */
  transact?: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;
};

export const transactionOf = ({ db, transact }: Deps): NonNullable<Deps['transact']> =>
  transact ?? ((work) => inTransaction(db, work));

/**
 * `onReviewSubmitted` is called for a stored review. Without it, no review is stored.
 */
export type SaveReview = { onReviewSubmitted?: (opinionId: string, donor: Viewer) => unknown };
type RequestResult =
  | { success: true; insertedId: string }
  | { success: false; message: string }
  | NoPlace
  | TooManySlots;

/** How often a place is looked for that somebody else takes first. Each time, somebody else succeeds. */
export const MAX_ATTEMPTS = 50;

/** Books an appointment: one per member and day. A repeated key returns the first response. */
export async function requestAppointment(
  deps: Deps & SaveReview,
  viewer: Viewer,
  fields: AppointmentFields,
  key?: RequestKey,
): Promise<RequestResult> {
  const { db, clock } = deps;
  const { date: day } = fields;
  if (!isBookable(day, clock())) {
    // The first request may have been sent when the day was still bookable.
    const earlier = key && (await findEarlier(db, viewer, day, key));
    if (earlier?.success) return earlier;
    throw notBookableError();
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const spot = await deps.places?.findByName(fields.center, { day, time: fields.time });
    const result =
      spot && 'success' in spot ? spot : await insertRequest(deps, viewer, fields, { key, spot });
    if (result?.success) return result;
    const rejection = (await findEarlier(db, viewer, day, key)) ?? result;
    if (rejection) return rejection;
  }
  throw new AppError('unavailable');
}

/**
 * Returns the response to a request whose key was used before or whose day is taken.
 * @throws AppError appointment-canceled (409) if the appointment of the first request is canceled since
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
 * Books, unless the member has too many slots. Returns undefined if the day, the key or the place was taken first.
 * @throws AppError credentials-refused (403) if the account is gone
 */
async function insertRequest(
  deps: Deps & SaveReview,
  viewer: Viewer,
  fields: AppointmentFields,
  { key, spot }: { key: RequestKey | undefined; spot: Spot | undefined },
): Promise<RequestResult | undefined> {
  const { db, clock, accounts, onReviewSubmitted } = deps;
  const now = clock();
  const row = toRow(viewer, fields, { now, spot });
  const review = onReviewSubmitted && reviewFor(viewer, row.id, fields, now);
  const startsAt = spot?.startsAt;
  const isUnconfirmed =
    startsAt !== undefined && !(await findAddress({ db, accounts }, viewer.userId))?.isConfirmed;
  const unconfirmed = isUnconfirmed ? toBooking(row, startsAt, now) : undefined;
  try {
    const result = await inTransaction(db, async (trx) => {
      const tooMany =
        row.place_time === null
          ? await requireUser(trx, viewer)
          : await rejectFurtherSlot(trx, clock, viewer);
      if (tooMany) return tooMany;
      const isInserted =
        (await repository.insertAppointment(trx, row)) ||
        ((await repository.deleteCanceled(trx, viewer, row.day)) &&
          (await repository.insertAppointment(trx, row)));
      if (!isInserted) throw new TakenError();
      if (key && !(await recordKey(trx, { viewer, key, createdId: row.id, now }))) throw new TakenError();
      if (review) await saveReview(trx, review);
      if (unconfirmed) await insertBooking(trx, unconfirmed);
      // Last, because donors of one center wait for each other from here to the commit.
      if (spot && !(await spot.take(trx))) throw new TakenError();
      return { success: true, insertedId: row.id } as const;
    });
    if (review && result.success) await onReviewSubmitted?.(review.id, viewer);
    return result;
  } catch (error) {
    if (!(error instanceof TakenError)) throw error;
    return undefined;
  }
}

export type CancelDeps = Deps & {
  /** Cancels a live payment first. @throws AppError already-paid (409), unavailable (503) */
  cancelOpenPayment: (appointmentId: string) => Promise<void>;
  /** Called in the transaction that deletes the appointment. Cancels a payment that was created in the meantime. */
  cancelPaymentLater: (trx: Trx, appointmentId: string) => Promise<void>;
};

/**
 * Cancels an unpaid appointment. Returns false if there is nothing to cancel.
 * @param day cancel only if the appointment is on this day
 * @throws AppError already-paid, already-recorded, appointment-canceled, appointment-moved (409), unavailable (503)
 */
export async function cancelAppointment(
  deps: CancelDeps,
  viewer: Owner,
  id: string,
  day?: Day,
): Promise<boolean> {
  const { db, clock, places, cancelOpenPayment, cancelPaymentLater } = deps;
  const assertCancelable = (appointment: AppointmentRow) => {
    if (appointment.transaction_id) throw new AppError('already-paid');
    assertNotRecorded(appointment);
    if (day !== undefined && appointment.day !== day) throw new AppError('appointment-moved');
  };
  const appointment = await repository.findAppointment(db, viewer, id);
  if (!appointment) return false;
  assertCancelable(appointment);
  await cancelOpenPayment(id);
  const isClosed = (await places?.isClosed(appointment)) ?? false;
  const isCanceled = await transactionOf(deps)(async (trx) => {
    await places?.lock(trx, [appointment]);
    const deleted = await repository.deleteUnpaid(trx, viewer, id, day);
    if (!deleted) return false;
    // The center, not the donor, gave up a place that was closed.
    if (!isClosed) await recordIfLate(trx, deleted, clock());
    await places?.release(trx, deleted);
    await deleteUnpublishedReviews(trx, viewer, id);
    await cancelPaymentLater(trx, id);
    return true;
  });
  if (isCanceled) return true;
  // The appointment was paid, moved or canceled since it was read.
  const current = await repository.findAppointment(db, viewer, id);
  if (!current) return false;
  assertCancelable(current);
  throw new AppError('already-paid');
}

export const { deleteCanceled, hasAppointmentOn } = repository;

/** Deletes the member's unpaid appointments with the account. Returns them, whose places are to be released. */
export async function cancelAllUnpaid(
  trx: Trx,
  { clock }: Pick<Deps, 'clock'>,
  viewer: Owner,
): Promise<repository.DeletedAppointment[]> {
  const deleted = await repository.deleteAllUnpaid(trx, viewer);
  for (const appointment of deleted) await recordIfLate(trx, appointment, clock());
  return deleted;
}

/** Adds an appointment of a donor without an account. */
export const { insertAppointment } = repository;

/**
 * @throws AppError already-recorded (409) if the center recorded what happened, so that the record stays;
 *   appointment-canceled (409)
 */
export function assertNotRecorded({ status }: Pick<AppointmentRow, 'status'>): void {
  if (status === 'cancelled') throw new AppError('appointment-canceled');
  if (status !== 'booked') throw new AppError('already-recorded');
}

export const notBookableError = () =>
  new AppError('invalid-fields', { fields: { date: 'Choose a day from today to a year ahead' } });

export const dayTakenMessage = (day: Day): string =>
  `You've Already Have an Appointment on ${formatLongDate(day)}`;

/** The fields of a place that was held for somebody on a waiting list. */
type HeldPlace = { centerId: string; timeZone: string; placeTime: string; startsAt: number };

/**
 * Books a place that is held, and so counted already, in the transaction that ends the hold. Returns false if the member
 * has an appointment on that day. @throws AppError credentials-refused (403) if the account is gone
 */
export async function bookHeldPlace(
  trx: Trx,
  clock: Clock,
  member: Pick<Viewer, 'userId' | 'email'> & { isConfirmed: boolean },
  { place, ...fields }: Omit<AppointmentFields, 'opinion' | 'publishAs' | 'time'> & { place: HeldPlace },
): Promise<boolean> {
  await requireUser(trx, member);
  const row = toRow(member, fields, { now: clock(), spot: place });
  await repository.deleteCanceled(trx, member, row.day);
  if (!(await repository.insertAppointment(trx, row))) return false;
  if (!member.isConfirmed) await insertBooking(trx, toBooking(row, place.startsAt, clock()));
  return true;
}

function toRow(
  viewer: Pick<Viewer, 'userId' | 'email'>,
  fields: AppointmentFields,
  { now, spot }: { now: number; spot: Pick<Spot, 'centerId' | 'timeZone' | 'placeTime'> | undefined },
): AppointmentRow {
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
    reminded_day: needsNoReminder(fields.date, spot?.timeZone, now) ? fields.date : null,
    moves: 0,
    status: 'booked',
    center_id: spot?.centerId ?? null,
    center_key: centerKey(fields.center),
    place_time: spot?.placeTime ?? null,
    deferred_until: null,
    deferral_emailed: null,
    released_time: null,
    cancellation_reason: null,
    walk_in: null,
  };
}
