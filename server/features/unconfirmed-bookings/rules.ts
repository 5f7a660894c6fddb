import { CONFIRM_WITHIN_HOURS } from '#contract/booking-limits.ts';
import { ConcurrentUpdateError, inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import type { UnconfirmedBookingRow } from '#server/db/center-tables.ts';
import type { AppointmentRow, Db, Trx } from '#server/db/tables.ts';
import { type CenterWithSeries, type Places, startOfPlace } from '#server/features/centers/rules.ts';
import type { LinkDeps } from '#server/features/place-offers/rules.ts';
import { findAddress, findRecipient, type RecipientDeps } from '#server/features/users/rules.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import { renderCanceledBookings } from './email.ts';
import * as repository from './repository.ts';

export const { insertBooking } = repository;

/** When the address must be confirmed for a slot that is booked now; not after the slot has begun. */
export function confirmByOf(startsAt: number, now: number): number {
  const { most, least } = CONFIRM_WITHIN_HOURS;
  const half = Math.floor((startsAt - now) / 2);
  const within = Math.max(hours(least), Math.min(hours(most), half));
  return Math.min(now + within, Math.max(now, startsAt));
}

/** What the booking of a slot stores if the member's address is not confirmed. */
export const toBooking = (
  { id, user_id, center_id }: Pick<AppointmentRow, 'id' | 'user_id' | 'center_id'>,
  startsAt: number,
  now: number,
): UnconfirmedBookingRow => ({
  ...{ appointment_id: id, user_id, center_id: center_id ?? '' },
  ...{ confirm_by: confirmByOf(startsAt, now) },
});

/** An earlier slot leaves less time, in the transaction that moves the appointment to it. A later one does not leave more. */
export const onMoved = (trx: Trx, id: string, { startsAt, now }: { startsAt: number; now: number }) =>
  repository.advanceBooking(trx, id, confirmByOf(startsAt, now));

export type UnconfirmedDeps = RecipientDeps &
  LinkDeps & {
    db: Db;
    clock: Clock;
    places: Places;
    outbox: Pick<Outbox, 'add'>;
    /** Without an email server, nobody can confirm an address or learn of a cancellation: then the site cancels nothing. */
    sendsEmail: () => Promise<boolean>;
    /** @throws AppError already-paid (409), unavailable (503) */
    cancelOpenPayment: (appointmentId: string) => Promise<void>;
    /** Whether money may still be on its way. Locks the appointment. */
    hasOpenPayment: (trx: Trx, appointmentId: string) => Promise<boolean>;
  };

type Transact = (work: (trx: Trx) => Promise<AppointmentRow[]>) => Promise<AppointmentRow[]>;

const BATCH = 100;
/** When a slot is looked at again whose payment may still succeed. */
const OPEN_PAYMENT_MS = hours(1);

/** Job: cancels the slots whose members have not confirmed their address in time. Returns how many bookings were due. */
export async function cancelOverdueBookings(deps: UnconfirmedDeps): Promise<number> {
  const { db, clock } = deps;
  if (!(await deps.sendsEmail())) return 0;
  const due = await repository.listDueBookings(db, clock(), BATCH);
  for (const [userId, own] of Map.groupBy(due, ({ user_id }) => user_id)) {
    const ids = own.map(({ appointment_id }) => appointment_id);
    await cancelUnlessConfirmed(deps, { userId }, ids);
    // Confirmed, paid, recorded, gone, or begun: nothing waits for a confirmation any more.
    await repository.deleteDueBookings(db, ids, clock());
  }
  return due.length;
}

/**
 * Cancels those of a member's slots that are still booked, unpaid and not over, unless the address is confirmed, and emails
 * links with which the member books them again. A slot stays while its payment may still succeed.
 */
export async function cancelUnlessConfirmed(
  deps: UnconfirmedDeps,
  { userId }: Owner,
  ids: readonly string[],
  transact: Transact = (work) => inTransaction(deps.db, work),
): Promise<AppointmentRow[]> {
  const recipient = await findRecipient(deps, userId);
  if (recipient?.isConfirmed) return [];
  const centers = new Map<string, CenterWithSeries>();
  for (const { id, center_id } of await repository.listBooked(deps.db, ids)) {
    const center = await deps.places.findCenter(center_id ?? '');
    if (center) centers.set(center.id, center);
    await endOpenPayment(deps, id);
  }
  return transact(async (trx) => {
    const found = await repository.listBooked(trx, ids);
    const waiting = found.filter(({ user_id, center_id, day, place_time }) => {
      const center = centers.get(center_id ?? '');
      const isAhead = center && startOfPlace(center, { day, time: place_time ?? '' }) > deps.clock();
      return user_id === userId && isAhead;
    });
    await deps.places.lock(trx, waiting);
    const canceled: AppointmentRow[] = [];
    for (const appointment of waiting) {
      if (await deps.hasOpenPayment(trx, appointment.id)) {
        await repository.postponeBooking(trx, appointment.id, deps.clock() + OPEN_PAYMENT_MS);
        continue;
      }
      if (!(await repository.cancelBooked(trx, appointment))) throw new ConcurrentUpdateError();
      await repository.deleteBooking(trx, appointment.id);
      await deps.places.release(trx, appointment);
      canceled.push(appointment);
    }
    if (recipient && canceled.length > 0)
      // To an address that nobody has confirmed, as a confirmation email is.
      await deps.outbox.add(trx, 'mail', {
        ...renderCanceledBookings(deps, canceled, { language: recipient.language, centers }),
        to: recipient.email,
      });
    return canceled;
  });
}

/** A slot that was paid in the meantime stays, as does one whose payment could not be ended. */
async function endOpenPayment({ cancelOpenPayment }: UnconfirmedDeps, id: string): Promise<void> {
  try {
    await cancelOpenPayment(id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** What a member sees of an own booking: until when to confirm the address, or the token to book the slot again. */
export type OwnBooking = { confirmBy?: string; bookAgainToken?: string };

/** Returns it for those of these appointments that wait for a confirmed address, or were canceled for lack of one. */
export async function describeOwnBookings(
  deps: Pick<UnconfirmedDeps, 'db' | 'clock' | 'places' | 'tokens' | 'accounts' | 'sendsEmail'>,
  viewer: Viewer,
  appointments: readonly AppointmentRow[],
): Promise<ReadonlyMap<string, OwnBooking>> {
  const { db, clock, places, tokens } = deps;
  const isWaiting = ({ status, place_time, transaction_id }: AppointmentRow) =>
    status === 'booked' && place_time !== null && transaction_id === null;
  const bookings = appointments.some(isWaiting) ? await repository.listBookingsOf(db, viewer) : [];
  const mayBeCanceled =
    bookings.length > 0 &&
    !(await findAddress(deps, viewer.userId))?.isConfirmed &&
    (await deps.sendsEmail());
  const confirmBy = new Map(mayBeCanceled ? bookings.map((row) => [row.appointment_id, row.confirm_by]) : []);
  const found = new Map<string, OwnBooking>();
  for (const appointment of appointments) {
    const { id, day, center_id, place_time, released_time } = appointment;
    const isCanceled = appointment.cancellation_reason === 'address-unconfirmed';
    const until = isWaiting(appointment) ? confirmBy.get(id) : undefined;
    const center = isCanceled || until ? await places.findCenter(center_id ?? '') : undefined;
    if (!center) continue;
    const time = (isCanceled ? released_time : place_time) ?? '';
    const startsAt = startOfPlace(center, { day, time });
    if (isCanceled && startsAt > clock())
      found.set(id, { bookAgainToken: tokens.issue({ purpose: 'book-again', id, day, time }) });
    if (until && until < startsAt) found.set(id, { confirmBy: new Date(until).toISOString() });
  }
  return found;
}

/** Removes the bookings of an account that is deleted. */
export async function onAccountDeleted(trx: Trx, owner: Owner): Promise<void> {
  await repository.deleteBookingsOf(trx, owner);
}

/** Job: removes bookings whose day is long over: no day is more than 366 days ahead. */
export const removeOldBookings = (db: Db, now: number) =>
  repository.deleteBookingsBefore(db, now - days(400));
