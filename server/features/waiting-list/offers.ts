import type { Day } from '#contract/days.ts';
import type { PlaceOffer } from '#contract/place-offers.ts';
import type { BloodGroup } from '#contract/values.ts';
import type { DonorDetails } from '#contract/waiting-list.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { WaitingListRow } from '#server/db/center-tables.ts';
import type { AppointmentRow, Db, Trx } from '#server/db/tables.ts';
import { endOfDay, startOfPlace } from '#server/features/centers/rules.ts';
import { type OfferClaims, toClinicPlace } from '#server/features/place-offers/rules.ts';
import type { Owner } from '#server/http/viewer.ts';
import { findEntry, takeOffered } from './repository.ts';
import { leaveWaitingList, type WaitingListDeps } from './rules.ts';

type Fields = {
  name: string;
  phone: string;
  bloodGroup: BloodGroup;
  center: string;
  date: AppointmentRow['day'];
};

type Member = Owner & { email: string; isConfirmed: boolean };

export type AcceptDeps = WaitingListDeps & {
  findLastDetails: (
    db: Db,
    owner: Owner,
  ) => Promise<Pick<AppointmentRow, 'name' | 'phone' | 'blood_group'> | undefined>;
  /** Returns the account with its address. */
  findMember: (db: Db, owner: Owner) => Promise<Member | undefined>;
  /** Returns the interval of the member's appointment at a center on a day. */
  findTimeOn: (db: Db, owner: Owner, at: { center_id: string; day: Day }) => Promise<string | undefined>;
  /** Returns the rejection of a further slot, if the member can have none. Locks the member. */
  rejectFurtherSlot: (
    trx: Trx,
    owner: Owner,
  ) => Promise<{ success: false; message: string; limit: number } | undefined>;
  /** Returns false if the member has an appointment on the day. */
  book: (
    trx: Trx,
    member: Member,
    fields: Fields & { place: { centerId: string; timeZone: string; placeTime: string; startsAt: number } },
  ) => Promise<boolean>;
};

/** Describes the place that is held for somebody. @throws AppError not-found (404), link-expired (410) */
export async function describeHeld(deps: AcceptDeps, claims: OfferClaims): Promise<PlaceOffer> {
  const { entry, center } = await readLink(deps, claims);
  const state = await stateOf(deps, entry, claims);
  const time = state === 'used' && entry ? await findChosen(deps, entry) : undefined;
  const details = entry && (await readDetails(deps, entry, {}));
  return {
    purpose: 'waiting-list',
    state,
    center: center?.name ?? '',
    ...toClinicPlace(claims),
    ...(time !== undefined && { chosen: toClinicPlace({ day: claims.day, time }) }),
    isPaid: false,
    ...(state === 'open' && entry?.held_until && { expiresAt: new Date(entry.held_until).toISOString() }),
    others: [],
    missing: state === 'open' && details ? details.missing : [],
  };
}

/** Returns the time of the place that was taken, unless the center has closed it since. */
async function findChosen(deps: AcceptDeps, entry: WaitingListRow): Promise<string | undefined> {
  const time = await deps.findTimeOn(deps.db, { userId: entry.user_id }, entry);
  if (time === undefined) return undefined;
  return (await deps.places.describeHeld({ ...entry, time })) === 'closed' ? undefined : time;
}

async function readLink({ db, clock, places }: AcceptDeps, claims: OfferClaims) {
  const entry = await findEntry(db, claims.id);
  const center = entry && (await places.getDay(entry.center_id, entry.day))?.center;
  if (center && clock() >= endOfDay(center, claims.day)) throw new AppError('link-expired');
  return { entry, center };
}

/** An entry is deleted when the member leaves, and gets another id when they join again. */
async function stateOf(
  { clock, places }: AcceptDeps,
  entry: WaitingListRow | undefined,
  { time }: OfferClaims,
): Promise<PlaceOffer['state']> {
  if (!entry) return 'gone';
  const { state, center_id, day, held_time, held_until } = entry;
  if (state === 'booked') return 'used';
  // The place was closed or removed, and given back.
  if (state === 'waiting') return 'full';
  if (state !== 'offered' || held_time !== time || (held_until ?? 0) <= clock()) return 'expired';
  return (await places.describeHeld({ center_id, day, time })) === 'open' ? 'open' : 'full';
}

/** Values that were entered now, when joining, or in the last appointment. */
export async function readDetails(
  { db, findLastDetails }: AcceptDeps,
  entry: WaitingListRow,
  entered: DonorDetails,
) {
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
 * Books exactly the place that is held. Fails without an error if the center has fewer places now.
 * @throws AppError already-chosen, day-closed, day-taken (409), invalid-fields (422: a detail is missing), not-found (404),
 * link-expired (410)
 */
export async function acceptHeld(deps: AcceptDeps, claims: OfferClaims, entered: DonorDetails) {
  const { db, clock, places, book } = deps;
  const { entry, center } = await readLink(deps, claims);
  const state = await stateOf(deps, entry, claims);
  if (!entry || !center || state === 'used') throw new AppError('already-chosen');
  if (state === 'expired') throw new AppError('link-expired');
  const { time } = claims;
  if (state === 'full') return explainFull(deps, { ...entry, time }, center.name);
  const { name, phone, bloodGroup } = await readDetails(deps, entry, entered);
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
    const rejection = await deps.rejectFurtherSlot(trx, { userId });
    if (rejection) return rejection;
    if (!(await takeOffered(trx, entry.id, { time, now: clock() }))) throw new AppError('already-chosen');
    if (!(await places.canBookHeld(trx, { center_id, day, time }))) throw new AppError('day-closed');
    const isBooked = await book(
      trx,
      (await deps.findMember(trx, { userId })) ?? { userId, email: '', isConfirmed: false },
      {
        name,
        phone,
        bloodGroup,
        center: center.name,
        date: day,
        place: {
          centerId: center_id,
          timeZone: center.time_zone,
          placeTime: time,
          startsAt: startOfPlace(center, { day, time }),
        },
      },
    );
    if (!isBooked) throw new AppError('day-taken');
    return { success: true };
  });
}

async function explainFull(
  { places }: AcceptDeps,
  place: { center_id: string; day: Day; time: string },
  center: string,
) {
  if ((await places.describeHeld(place)) === 'closed') throw new AppError('day-closed');
  return {
    success: false,
    message: `This place at ${center} is no longer available. You stay on the waiting list`,
  };
}

/** Leaves the waiting list. @throws AppError already-chosen (409), link-expired (410) */
export async function declineHeld(deps: AcceptDeps, claims: OfferClaims): Promise<void> {
  const { entry } = await readLink(deps, claims);
  if (!entry || entry.state === 'booked') throw new AppError('already-chosen');
  const line = { centerId: entry.center_id, day: entry.day };
  // It may have been taken in the meantime.
  if (!(await leaveWaitingList(deps, { userId: entry.user_id }, line))) throw new AppError('already-chosen');
}
