import { CONFIRM_WITHIN_HOURS } from '#contract/booking-limits.ts';
import { ConcurrentUpdateError, inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { days, hours } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { UnconfirmedBookingRow } from '#server/db/center-tables.ts';
import type { AppointmentRow, Db, Trx } from '#server/db/tables.ts';
import { toReader } from '#server/email/reader.ts';
import { startOfSlot } from '#server/features/centers/local-time.ts';
import { type CenterWithSeries, findCenter } from '#server/features/centers/rules.ts';
import * as slots from '#server/features/centers/slots.ts';
import { issueOfferToken } from '#server/features/offer-links/offer-tokens.ts';
import { cancelOpenPayment } from '#server/features/payments/close-payment.ts';
import { hasOpenPayment } from '#server/features/payments/settle.ts';
import { findAddress, findRecipient } from '#server/features/users/rules.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import { renderCanceledBookings } from './email.ts';
import * as repository from './repository.ts';

export const { insertBooking } = repository;

/**
 * Returns the deadline to confirm the address for a slot booked now. It is never later than the slot's
 * beginning.
 */
export function confirmationDeadline(startsAt: number, now: number): number {
  const { most, least } = CONFIRM_WITHIN_HOURS;
  const half = Math.floor((startsAt - now) / 2);
  const within = Math.max(hours(least), Math.min(hours(most), half));
  return Math.min(now + within, Math.max(now, startsAt));
}

/** Returns the row to store with the booking if the member's address is not confirmed. */
export const toUnconfirmedBooking = (
  { id, user_id, center_id }: Pick<AppointmentRow, 'id' | 'user_id' | 'center_id'>,
  startsAt: number,
  now: number,
): UnconfirmedBookingRow => ({
  appointment_id: id,
  user_id,
  center_id: center_id ?? '',
  confirm_by: confirmationDeadline(startsAt, now),
});

/**
 * Shortens the deadline if the appointment moves to an earlier slot. A later slot does not extend the
 * deadline. Call in the transaction that moves the appointment.
 */
export const shortenDeadlineAfterMove = (
  trx: Trx,
  id: string,
  { startsAt, now }: { startsAt: number; now: number },
) => repository.shortenBookingDeadline(trx, id, confirmationDeadline(startsAt, now));

type Transact = (work: (trx: Trx) => Promise<AppointmentRow[]>) => Promise<AppointmentRow[]>;

const BATCH = 100;
/** How long to wait before checking again a slot whose payment may still succeed. */
const OPEN_PAYMENT_MS = hours(1);

/**
 * Cancels the slots whose members have not confirmed their address in time. Returns how many bookings were
 * due. Does nothing without an email server, because members then cannot confirm.
 */
export async function cancelOverdueBookings(core: Core): Promise<number> {
  const { db, clock } = core;
  if (!(await core.sendsEmail())) return 0;
  const due = await repository.listDueBookings(db, clock(), BATCH);
  for (const [userId, own] of Map.groupBy(due, ({ user_id }) => user_id)) {
    const ids = own.map(({ appointment_id }) => appointment_id);
    await cancelUnlessConfirmed(core, { userId }, ids);
    // The remaining appointments are confirmed, paid, recorded, gone or have begun, so they need no
    // confirmation.
    await repository.deleteDueBookings(db, ids, clock());
  }
  return due.length;
}

/**
 * Cancels the member's appointments among these that are still booked, unpaid and have not begun, and emails
 * links to book them again. Does nothing if the address is confirmed. Keeps a slot whose payment may still
 * succeed.
 */
export async function cancelUnlessConfirmed(
  core: Core,
  { userId }: Owner,
  ids: readonly string[],
  transact: Transact = (work) => inTransaction(core.db, work),
): Promise<AppointmentRow[]> {
  const recipient = await findRecipient(core, userId);
  if (recipient?.isConfirmed) return [];
  const centers = new Map<string, CenterWithSeries>();
  for (const { id, center_id } of await repository.listBookedAppointments(core.db, ids)) {
    const center = await findCenter(core, center_id ?? '');
    if (center) centers.set(center.id, center);
    await endOpenPayment(core, id);
  }
  return transact(async (trx) => {
    const found = await repository.listBookedAppointments(trx, ids);
    const waiting = found.filter(({ user_id, center_id, day, slot_time }) => {
      const center = centers.get(center_id ?? '');
      const isAhead = center && startOfSlot(center, { day, time: slot_time ?? '' }) > core.clock();
      return user_id === userId && isAhead;
    });
    await slots.lockSlots(trx, waiting);
    const canceled: AppointmentRow[] = [];
    for (const appointment of waiting) {
      if (await hasOpenPayment(trx, appointment.id)) {
        await repository.extendBookingDeadline(trx, appointment.id, core.clock() + OPEN_PAYMENT_MS);
        continue;
      }
      if (!(await repository.cancelBookedAppointment(trx, appointment))) throw new ConcurrentUpdateError();
      await repository.deleteBooking(trx, appointment.id);
      await slots.releaseAppointmentSlot(core, trx, appointment);
      canceled.push(appointment);
    }
    if (recipient && canceled.length > 0) {
      const reader = await toReader(core, trx, recipient.language);
      const email = renderCanceledBookings(core, canceled, { reader, centers });
      // Like a confirmation email, this one is sent to an unconfirmed address.
      await core.outbox.add(trx, 'email', { ...email, to: recipient.email });
    }
    return canceled;
  });
}

/** Tries to end the open payment. If this fails or the slot is paid in the meantime, the slot is kept. */
async function endOpenPayment(core: Core, id: string): Promise<void> {
  try {
    await cancelOpenPayment(core, id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** The deadline to confirm the address for a member's own booking, or the token to book the slot again. */
export type OwnBooking = { confirmBy?: string; bookAgainToken?: string };

/**
 * Returns the state of the appointments that wait for a confirmed address or were canceled for lack of one,
 * keyed by the appointment's id.
 */
export async function describeOwnBookings(
  core: Core,
  viewer: Viewer,
  appointments: readonly AppointmentRow[],
): Promise<ReadonlyMap<string, OwnBooking>> {
  const { db, clock } = core;
  const isWaiting = ({ status, slot_time, transaction_id }: AppointmentRow) =>
    status === 'booked' && slot_time !== null && transaction_id === null;
  const bookings = appointments.some(isWaiting) ? await repository.listMemberBookings(db, viewer) : [];
  const isCancelable =
    bookings.length > 0 &&
    !(await findAddress(core, viewer.userId))?.isConfirmed &&
    (await core.sendsEmail());
  const confirmBy = new Map(isCancelable ? bookings.map((row) => [row.appointment_id, row.confirm_by]) : []);
  const found = new Map<string, OwnBooking>();
  for (const appointment of appointments) {
    const { id, day, center_id, slot_time, released_time } = appointment;
    const isCanceled = appointment.cancellation_reason === 'address-unconfirmed';
    const until = isWaiting(appointment) ? confirmBy.get(id) : undefined;
    const center = isCanceled || until ? await findCenter(core, center_id ?? '') : undefined;
    if (!center) continue;
    const time = (isCanceled ? released_time : slot_time) ?? '';
    const startsAt = startOfSlot(center, { day, time });
    if (isCanceled && startsAt > clock())
      found.set(id, { bookAgainToken: issueOfferToken(core, { purpose: 'book-again', id, day, time }) });
    if (until && until < startsAt) found.set(id, { confirmBy: new Date(until).toISOString() });
  }
  return found;
}

/** Removes the bookings of an account that is being deleted. */
export async function onAccountDeleted(trx: Trx, owner: Owner): Promise<void> {
  await repository.deleteMemberBookings(trx, owner);
}

/**
 * Removes bookings whose deadline passed 400 days ago. Their day is over, because no day can be booked more
 * than 366 days ahead.
 */
export const removeOldBookings = (db: Db, now: number) =>
  repository.deleteBookingsBefore(db, now - days(400));
