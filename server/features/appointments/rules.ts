import type { AppointmentFields } from '#contract/appointments.ts';
import { centerKey } from '#contract/center-key.ts';
import { type Day, formatLongDate, isBookable } from '#contract/days.ts';
import { executeAtomically } from '#platform/database/execute-atomically.ts';
import { ConcurrentUpdateError, inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Clock } from '#platform/time.ts';
import type { AppointmentRow, Db, Trx } from '#server/db/tables.ts';
import { needsNoReminder } from '#server/features/reminders/rules.ts';
import { deleteUnpublishedReviews, reviewFor, saveReviewQuery } from '#server/features/reviews/rules.ts';
import { lockMember } from '#server/features/users/rules.ts';
import {
  findCreatedId,
  findFirstResponse,
  type RequestKey,
  recordKeyQuery,
} from '#server/http/idempotency-repository.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import { recordIfLate } from './late-cancellations.ts';
import * as repository from './repository.ts';

type Deps = { db: Db; clock: Clock };
/**
 * `onReviewSubmitted` is called for a review that waits for the operator, if the donor's address is verified. Without
 * `onReviewSubmitted`, no review is stored.
 */
export type SaveReview = { onReviewSubmitted?: (opinionId: string) => void };
type RequestResult = { success: true; insertedId: string } | { success: false; message: string };

/** Books an appointment: one per member and day. A repeated key returns the first response. */
export async function requestAppointment(
  { db, clock, onReviewSubmitted }: Deps & SaveReview,
  viewer: Viewer,
  fields: AppointmentFields,
  key?: RequestKey,
): Promise<RequestResult> {
  const { date: day } = fields;
  if (!isBookable(day, clock())) {
    // The first request may have been sent when the day was still bookable.
    const insertedId = key && (await findCreatedId(db, viewer, key));
    if (insertedId) return { success: true, insertedId };
    throw notBookableError();
  }
  const row = toRow(viewer, fields, clock());
  const review = onReviewSubmitted && reviewFor(viewer, row.id, fields, clock());
  const emptyStep = await executeAtomically(db, [
    ['member', lockMember(db, viewer)],
    ...(key ? [['key', recordKeyQuery(db, { viewer, key, createdId: row.id, now: clock() })] as const] : []),
    // The key is stored only together with a created appointment: a taken day may become free before a retry.
    ['day', repository.insertAppointmentQuery(db, row)],
    ...(review ? [['review', saveReviewQuery(db, review)] as const] : []),
  ]);
  if (emptyStep === 'member') throw new AppError('credentials-refused');
  if (emptyStep === 'day') return { success: false, message: dayTakenMessage(day) };
  if (review && !emptyStep && viewer.emailVerified) onReviewSubmitted?.(review.id);
  const insertedId = emptyStep === 'key' && key ? await findFirstResponse(db, viewer, key) : row.id;
  return { success: true, insertedId };
}

/** Moves an unpaid appointment. Changes nothing if the new day is taken. */
export async function moveAppointment({ db, clock }: Deps, viewer: Viewer, id: string, day: Day) {
  const appointment = await findUnpaid(db, viewer, id);
  if (day === appointment.day) return { success: true };
  if (!isBookable(day, clock())) throw notBookableError();
  return inTransaction(db, async (trx) => {
    // Book the new day with a second row, so that the unique index decides whether the day is free.
    const reservation = { ...appointment, id: newId(), day };
    if (!(await repository.insertAppointmentQuery(trx, reservation).executeTakeFirst())) {
      const isOwnDay = (await repository.findAppointment(trx, viewer, id))?.day === day;
      return isOwnDay ? { success: true } : { success: false, message: dayTakenMessage(day) };
    }
    await repository.deleteUnpaid(trx, viewer, reservation.id);
    const before = await findUnpaid(trx, viewer, id);
    const change = { from: before.day, day, skipReminder: needsNoReminder(day, clock()) };
    // Only the move that changes the day may record that the place is lost.
    if (!(await repository.changeDay(trx, viewer, id, change))) throw new ConcurrentUpdateError();
    await recordIfLate(trx, before, clock());
    return { success: true };
  });
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
 * @throws AppError already-paid, appointment-moved (409), unavailable (503)
 */
export async function cancelAppointment(
  { db, clock, cancelOpenPayment, cancelPaymentLater }: CancelDeps,
  viewer: Owner,
  id: string,
  day?: Day,
): Promise<boolean> {
  const assertCancelable = (appointment: AppointmentRow) => {
    if (appointment.transaction_id) throw new AppError('already-paid');
    if (day !== undefined && appointment.day !== day) throw new AppError('appointment-moved');
  };
  const appointment = await repository.findAppointment(db, viewer, id);
  if (!appointment) return false;
  assertCancelable(appointment);
  await cancelOpenPayment(id);
  const isCanceled = await inTransaction(db, async (trx) => {
    const deleted = await repository.deleteUnpaid(trx, viewer, id, day);
    if (!deleted) return false;
    await recordIfLate(trx, deleted, clock());
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

/** Deletes the member's unpaid appointments, in the transaction that deletes the account, and returns their ids. */
export async function cancelAllUnpaid(trx: Trx, viewer: Owner, now: number): Promise<string[]> {
  const deleted = await repository.deleteAllUnpaid(trx, viewer);
  for (const appointment of deleted) await recordIfLate(trx, appointment, now);
  return deleted.map(({ id }) => id);
}

/** Number of rows that one run fills in. */
const KEYS_PER_RUN = 500;

/** Fills in the keys of appointments by the version before them. Returns how many it has filled in. */
export async function fillCenterKeys(db: Db): Promise<number> {
  const rows = await repository.listWithoutCenterKey(db, KEYS_PER_RUN);
  for (const [key, group] of Map.groupBy(rows, ({ center }) => centerKey(center)))
    await repository.setCenterKey(
      db,
      group.map(({ id }) => id),
      key,
    );
  return rows.length;
}

/** @throws AppError not-found (404), already-paid (409) */
async function findUnpaid(db: Db, viewer: Viewer, id: string): Promise<AppointmentRow> {
  const appointment = await repository.findAppointment(db, viewer, id);
  if (!appointment) throw new AppError('not-found');
  if (appointment.transaction_id) throw new AppError('already-paid');
  return appointment;
}

const notBookableError = () =>
  new AppError('invalid-fields', { fields: { date: 'Choose a day from today to a year ahead' } });

const dayTakenMessage = (day: Day): string => `You've Already Have an Appointment on ${formatLongDate(day)}`;

function toRow(viewer: Viewer, fields: AppointmentFields, now: number): AppointmentRow {
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
    reminded_day: needsNoReminder(fields.date, now) ? fields.date : null,
    moves: 0,
    status: 'booked',
    center_id: null,
    center_key: centerKey(fields.center),
  };
}
