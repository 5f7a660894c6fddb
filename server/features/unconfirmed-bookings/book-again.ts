import type { SlotOffer } from '#contract/slot-offers.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import { countFreeByTime } from '#server/features/centers/days.ts';
import { startOfSlot } from '#server/features/centers/local-time.ts';
import { getDay } from '#server/features/centers/rules.ts';
import { checkSlotLimit } from '#server/features/centers/slot-limit.ts';
import * as slots from '#server/features/centers/slots.ts';
import { type OfferClaims, toClinicSlot } from '#server/features/offer-links/offer-tokens.ts';
import { findAddress } from '#server/features/users/rules.ts';
import { findAppointment, insertBooking, restoreBookedAppointment } from './repository.ts';
import { toUnconfirmedBooking } from './rules.ts';

/** Describes the slot of a link. @throws AppError link-expired (410) */
export async function describeBookAgainOffer(core: Core, claims: OfferClaims): Promise<SlotOffer> {
  const { state, center } = await readLink(core, claims);
  return {
    purpose: 'book-again',
    state,
    center,
    ...toClinicSlot(claims),
    ...(state === 'used' && { chosen: toClinicSlot(claims) }),
    isPaid: false,
    others: [],
    missing: [],
  };
}

async function readLink(core: Core, claims: OfferClaims) {
  const { db, clock } = core;
  const appointment = await findAppointment(db, claims.id);
  const found = await getDay(core, appointment?.center_id ?? '', claims.day);
  const center = found?.center.name ?? '';
  if (!appointment || !found || appointment.day !== claims.day) return { state: 'gone' as const, center };
  const startsAt = startOfSlot(found.center, claims);
  if (startsAt <= clock()) throw new AppError('link-expired');
  if (appointment.status !== 'cancelled') return { state: 'used' as const, center };
  // The center canceled the appointment after the link was sent.
  const { cancellation_reason, released_time } = appointment;
  if (cancellation_reason !== 'address-unconfirmed' || released_time !== claims.time)
    return { state: 'gone' as const, center };
  const isFree = found.day && countFreeByTime(found.day).some(({ time }) => time === claims.time);
  return { state: isFree ? ('open' as const) : ('full' as const), center, appointment, startsAt };
}

/**
 * Books a slot again that was canceled because the address was not confirmed. If the address is still not
 * confirmed, the booking waits for the confirmation like any other.
 * @throws AppError already-chosen (409), link-expired (410)
 */
export async function bookAgain(core: Core, claims: OfferClaims) {
  const link = await readLink(core, claims);
  const reserved = { success: false, message: `This place at ${link.center} is taken. Choose another one` };
  if (link.state === 'full') return reserved;
  if (link.state !== 'open') throw new AppError('already-chosen');
  const { appointment, startsAt } = link;
  const { user_id: userId, center_id } = appointment;
  return inTransaction(core.db, async (trx) => {
    const rejection = await checkSlotLimit(core, trx, { userId });
    if (rejection) return rejection;
    const slot = { center_id: center_id ?? '', day: claims.day, time: claims.time };
    if (!(await slots.reserveAgain(trx, slot))) return reserved;
    if (!(await restoreBookedAppointment(trx, appointment))) throw new AppError('already-chosen');
    const address = await findAddress({ ...core, db: trx }, userId);
    if (!address?.isConfirmed)
      await insertBooking(trx, toUnconfirmedBooking(appointment, startsAt, core.clock()));
    return { success: true };
  });
}
