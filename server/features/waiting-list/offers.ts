import type { Day } from '#contract/days.ts';
import type { SlotOffer } from '#contract/slot-offers.ts';
import type { BloodGroup } from '#contract/values.ts';
import type { DonorDetails } from '#contract/waiting-list.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { WaitingListRow } from '#server/db/center-tables.ts';
import { bookHeldSlot, findBookedTime, findLastDetails } from '#server/features/appointments/rules.ts';
import { endOfDay, startOfSlot } from '#server/features/centers/local-time.ts';
import { getDay } from '#server/features/centers/rules.ts';
import { checkSlotLimit } from '#server/features/centers/slot-limit.ts';
import * as slots from '#server/features/centers/slots.ts';
import { type OfferClaims, toClinicSlot } from '#server/features/offer-links/offer-tokens.ts';
import { findAddress } from '#server/features/users/rules.ts';
import { findEntry, markBooked } from './repository.ts';
import { leaveWaitingList } from './rules.ts';

/** Describes an offered slot. @throws AppError link-expired (410) */
export async function describeOffer(core: Core, claims: OfferClaims): Promise<SlotOffer> {
  const { entry, center } = await readLink(core, claims);
  const state = await stateOf(core, entry, claims);
  const time = state === 'used' && entry ? await findChosen(core, entry) : undefined;
  const details = entry && (await readDetails(core, entry, {}));
  return {
    purpose: 'waiting-list',
    state,
    center: center?.name ?? '',
    ...toClinicSlot(claims),
    ...(time !== undefined && { chosen: toClinicSlot({ day: claims.day, time }) }),
    isPaid: false,
    ...(state === 'open' && entry?.held_until && { expiresAt: new Date(entry.held_until).toISOString() }),
    others: [],
    missing: state === 'open' && details ? details.missing : [],
  };
}

/** Returns the time of the slot that the member booked, unless the center has closed it since then. */
async function findChosen(core: Core, entry: WaitingListRow): Promise<string | undefined> {
  const time = await findBookedTime(core.db, { userId: entry.user_id }, entry);
  if (time === undefined) return undefined;
  return (await slots.getHeldSlotState(core, { ...entry, time })) === 'closed' ? undefined : time;
}

async function readLink(core: Core, claims: OfferClaims) {
  const entry = await findEntry(core.db, claims.id);
  const center = entry && (await getDay(core, entry.center_id, entry.day))?.center;
  if (center && core.clock() >= endOfDay(center, claims.day)) throw new AppError('link-expired');
  return { entry, center };
}

/**
 * A missing entry means that the member has left the list, because joining again creates an entry with
 * another id.
 */
async function stateOf(
  core: Core,
  entry: WaitingListRow | undefined,
  { time }: OfferClaims,
): Promise<SlotOffer['state']> {
  if (!entry) return 'gone';
  const { state, center_id, day, held_time, held_until } = entry;
  if (state === 'booked') return 'used';
  // The held slot was closed or removed, and its hold ended.
  if (state === 'waiting') return 'full';
  if (state !== 'offered' || held_time !== time || (held_until ?? 0) <= core.clock()) return 'expired';
  return (await slots.getHeldSlotState(core, { center_id, day, time })) === 'open' ? 'open' : 'full';
}

/** Returns each detail as entered now, when joining, or in the last appointment, in this order. */
export async function readDetails({ db }: Pick<Core, 'db'>, entry: WaitingListRow, entered: DonorDetails) {
  const last = await findLastDetails(db, { userId: entry.user_id });
  const name = entered.name ?? entry.name ?? (last?.name || undefined);
  const phone = entered.phone ?? entry.phone ?? (last?.phone || undefined);
  const bloodGroup = entered.bloodGroup ?? entry.blood_group ?? (last?.blood_group || undefined);
  const missing = Object.entries({ name, phone, bloodGroup }).flatMap(([key, value]) =>
    value === undefined ? [key as 'name' | 'phone' | 'bloodGroup'] : [],
  );
  return { missing, name, phone, bloodGroup: bloodGroup as BloodGroup | undefined };
}

/**
 * Books exactly the held slot. Returns a failure, without throwing, if the center now has fewer slots, or the
 * member has too many appointments.
 * @throws AppError already-chosen, day-closed, day-taken (409), invalid-fields (422: a detail is missing),
 * credentials-refused (403), link-expired (410)
 */
export async function acceptOffer(core: Core, claims: OfferClaims, entered: DonorDetails) {
  const { db, clock } = core;
  const { entry, center } = await readLink(core, claims);
  const state = await stateOf(core, entry, claims);
  if (!entry || !center || state === 'used') throw new AppError('already-chosen');
  if (state === 'expired') throw new AppError('link-expired');
  const { time } = claims;
  if (state === 'full') return explainFull(core, { ...entry, time }, center.name);
  const { name, phone, bloodGroup } = await readDetails(core, entry, entered);
  if (!name || !phone || !bloodGroup)
    throw new AppError('invalid-fields', {
      fields: {
        ...(!name && { name: 'Fill in this field' }),
        ...(!phone && { phone: 'Fill in this field' }),
        ...(!bloodGroup && { bloodGroup: 'Fill in this field' }),
      },
    });
  const { center_id, day, user_id: userId } = entry;
  return inTransaction(db, async (trx) => {
    const rejection = await checkSlotLimit(core, trx, { userId });
    if (rejection) return rejection;
    if (!(await markBooked(trx, entry.id, { time, now: clock() }))) throw new AppError('already-chosen');
    if (!(await slots.isHeldSlotOpen(trx, { center_id, day, time }))) throw new AppError('day-closed');
    const address = await findAddress({ ...core, db: trx }, userId);
    const member = { userId, ...(address ?? { email: '', isConfirmed: false }) };
    const isBooked = await bookHeldSlot(core, trx, member, {
      name,
      phone,
      bloodGroup,
      center: center.name,
      date: day,
      slot: {
        centerId: center_id,
        timeZone: center.time_zone,
        slotTime: time,
        startsAt: startOfSlot(center, { day, time }),
      },
    });
    if (!isBooked) throw new AppError('day-taken');
    return { success: true };
  });
}

async function explainFull(core: Core, slot: { center_id: string; day: Day; time: string }, center: string) {
  if ((await slots.getHeldSlotState(core, slot)) === 'closed') throw new AppError('day-closed');
  return {
    success: false,
    message: `This place at ${center} is no longer available. You stay on the waiting list`,
  };
}

/** Leaves the waiting list. @throws AppError already-chosen (409), link-expired (410) */
export async function declineOffer(core: Core, claims: OfferClaims): Promise<void> {
  const { entry } = await readLink(core, claims);
  if (!entry || entry.state === 'booked') throw new AppError('already-chosen');
  const list = { centerId: entry.center_id, day: entry.day };
  // The slot may have been accepted in the meantime.
  if (!(await leaveWaitingList(core, { userId: entry.user_id }, list))) throw new AppError('already-chosen');
}
