import { setImmediate } from 'node:timers/promises';
import { MAX_LAPSED_OFFERS } from '#contract/booking-limits.ts';
import { type Day, isBookable, utcDay } from '#contract/days.ts';
import type { DonorDetails } from '#contract/waiting-list.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { days, minutes } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { WaitingListRow } from '#server/db/center-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import { hasAppointmentOn } from '#server/features/appointments/rules.ts';
import { countFreeByTime } from '#server/features/centers/days.ts';
import { getDay } from '#server/features/centers/rules.ts';
import * as slots from '#server/features/centers/slots.ts';
import { listConfirmedMembers, requireUser } from '#server/features/users/rules.ts';
import type { Owner } from '#server/http/viewer.ts';
import * as repository from './repository.ts';

/** How long a slot is held for a member. */
const HOLD_MS = minutes(30);
/** How long a lapsed offer counts toward MAX_LAPSED_OFFERS. */
const LAPSED_MS = days(1);

export type OfferNotice = { id: string; userId: string; until: number };

type FreedSlot = { center_id: string; day: Day; time: string };

/**
 * Joins the waiting list of a full day, and returns the position on it. If the member is already on the list,
 * only adds details.
 * @throws AppError not-found (404), invalid-fields (422), day-closed, day-taken, day-has-free-slots (409)
 */
export async function joinWaitingList(
  core: Core,
  viewer: Owner,
  { centerId, day }: { centerId: string; day: Day },
  details: DonorDetails,
): Promise<number> {
  const { db, clock } = core;
  const listKey = { center_id: centerId, day };
  let before = await repository.findOwnEntry(db, viewer, listKey);
  // The hold is over, but the job that ends holds has not run since then.
  if (before?.state === 'offered' && (before.held_until ?? 0) <= clock()) {
    await endHold(core, before);
    before = await repository.findOwnEntry(db, viewer, listKey);
  }
  const given = {
    ...(details.name && { name: details.name }),
    ...(details.phone && { phone: details.phone }),
    ...(details.bloodGroup && { blood_group: details.bloodGroup }),
  };
  if (before?.state === 'waiting' || before?.state === 'offered') {
    const { id } = before;
    if (Object.keys(given).length > 0)
      await inTransaction(db, (trx) => repository.updateDetails(trx, id, given));
  } else {
    await assertFull(core, viewer, { centerId, day });
    await inTransaction(db, async (trx) => {
      await requireUser(trx, viewer);
      // Check in the transaction, because closing the day notifies only members who are already waiting.
      if (!(await slots.hasOpenSlot(trx, centerId, day))) throw new AppError('day-closed');
      await repository.upsertEntry(trx, {
        id: newId(),
        ...listKey,
        user_id: viewer.userId,
        joined_at: clock(),
        name: null,
        phone: null,
        blood_group: null,
        ...given,
        state: 'waiting',
        held_time: null,
        held_until: null,
      });
    });
  }
  const entry = await repository.findOwnEntry(db, viewer, listKey);
  // The member left in another tab in the meantime.
  if (!entry) throw new AppError('not-found');
  return getPosition(db, entry);
}

async function assertFull(
  core: Core,
  viewer: Owner,
  { centerId, day }: { centerId: string; day: Day },
): Promise<void> {
  const { db, clock } = core;
  const found = await getDay(core, centerId, day);
  if (!found) throw new AppError('not-found');
  const { capacity = 0, open = false, isClosed, free = 0 } = found.day ?? {};
  if (isClosed) throw new AppError('day-closed');
  if (capacity === 0 || !open || !isBookable(day, clock()))
    throw new AppError('invalid-fields', { fields: { date: 'Choose a day with a clinic' } });
  if (await hasAppointmentOn(db, viewer, day)) throw new AppError('day-taken');
  if (free > 0) throw new AppError('day-has-free-slots');
}

export const getPosition = async (db: Db, entry: WaitingListRow): Promise<number> =>
  (await repository.countMembersAhead(db, entry)) + 1;

/**
 * Leaves a waiting list. A held slot is offered to the next member. Returns false if the member is not on the
 * list or has accepted a slot.
 */
export async function leaveWaitingList(
  core: Core,
  viewer: Owner,
  { centerId, day }: { centerId: string; day: Day },
): Promise<boolean> {
  const { db, clock } = core;
  return inTransaction(db, async (trx) => {
    const entry = await repository.deleteOwnEntry(trx, viewer, { center_id: centerId, day });
    if (entry?.state === 'offered') await repository.addLapsedOffer(trx, viewer, clock());
    if (entry) await releaseHeld(core, trx, entry);
    return entry !== undefined && entry.state !== 'booked';
  });
}

/** Releases a held slot, which offers it to the next member. */
async function releaseHeld(core: Core, trx: Trx, entry: WaitingListRow): Promise<void> {
  if (entry.state === 'offered') await slots.releaseAppointmentSlot(core, trx, toHeldSlot(entry));
}

const toHeldSlot = (entry: WaitingListRow) => ({ ...entry, slot_time: entry.held_time });

/** Returns the first day whose entries are used. It is yesterday in UTC, which may be a center's today. */
export const firstUsableDay = (now: number): Day => utcDay(now - days(1));

/**
 * Holds a free slot for the next member who may be offered it, and queues the message to them. A caller that
 * frees the slot does so in the same transaction.
 */
export async function offerToNextMember(
  core: Core,
  trx: Trx,
  slot: FreedSlot,
): Promise<'offered' | 'no-slot' | 'no-member'> {
  let isHeld = false;
  const lapsedSince = core.clock() - LAPSED_MS;
  for await (const next of findCandidates(core, trx, slot, lapsedSince)) {
    const owner = { userId: next.user_id };
    if (await hasAppointmentOn(trx, owner, slot.day)) {
      await repository.deleteEntry(trx, next.id);
      continue;
    }
    isHeld ||= await slots.holdSlot(core, trx, slot);
    if (!isHeld) return 'no-slot';
    if (!(await canBeOffered(trx, owner, lapsedSince))) continue;
    const until = core.clock() + HOLD_MS;
    // A concurrent transaction may have offered this member another slot.
    if (!(await repository.markOffered(trx, next.id, { time: slot.time, until }))) continue;
    const notice: OfferNotice = { id: next.id, userId: next.user_id, until };
    await core.outbox.add(trx, 'offer-email', notice);
    if (core.sendsTexts) await core.outbox.add(trx, 'offer-text', notice);
    return 'offered';
  }
  if (isHeld) await slots.releaseHold(trx, slot);
  return 'no-member';
}

/**
 * Yields the members who may be offered a slot, in the order of the waiting list. Members without a confirmed
 * address are skipped, but keep their position. On a site without an email server they come last instead, and
 * see the offer only in the pages, because most of them cannot confirm an address.
 */
async function* findCandidates(
  core: Core,
  trx: Trx,
  slot: FreedSlot,
  lapsedSince: number,
): AsyncGenerator<WaitingListRow> {
  yield* findCandidatesWhere(core, trx, slot, { lapsedSince, isConfirmed: true });
  if (!(await core.sendsEmail()))
    yield* findCandidatesWhere(core, trx, slot, { lapsedSince, isConfirmed: false });
}

async function* findCandidatesWhere(
  { accounts }: Core,
  trx: Trx,
  slot: FreedSlot,
  { lapsedSince, isConfirmed }: { lapsedSince: number; isConfirmed: boolean },
): AsyncGenerator<WaitingListRow> {
  let batch = await repository.listNextEntries(trx, slot, { lapsedSince, after: undefined });
  while (batch.length > 0) {
    const confirmed = await listConfirmedMembers(
      { accounts, db: trx },
      batch.map(({ user_id }) => user_id),
    );
    yield* batch.filter(({ user_id }) => confirmed.has(user_id) === isConfirmed);
    batch = await repository.listNextEntries(trx, slot, { lapsedSince, after: batch.at(-1) });
  }
}

/**
 * Repeats the conditions of `listNextEntries` after locking the member's entries, because a slot at another
 * center may be offered at the same time.
 */
async function canBeOffered(trx: Trx, owner: Owner, lapsedSince: number): Promise<boolean> {
  const entries = await repository.lockOwnEntries(trx, owner);
  if (entries.some(({ state }) => state === 'offered')) return false;
  return (await repository.countLapsedOffers(trx, owner, lapsedSince)) < MAX_LAPSED_OFFERS;
}

/** Offers slots whose hold is over to the next member. Returns how many holds have ended. */
export async function endExpiredHolds(core: Core): Promise<number> {
  const expired = await repository.listExpired(core.db, core.clock());
  for (const entry of expired) await endHold(core, entry);
  return expired.length;
}

const endHold = (core: Core, entry: WaitingListRow): Promise<void> =>
  inTransaction(core.db, async (trx) => {
    if (!(await repository.markExpired(trx, entry))) return;
    await repository.addLapsedOffer(trx, { userId: entry.user_id }, core.clock());
    await releaseHeld(core, trx, entry);
  });

/**
 * Releases held slots that can no longer be booked. A member who has booked another slot on the day leaves
 * the list. A member whose held slot was closed or removed stays on the list. Returns the number of released
 * slots.
 */
export async function releaseUnusableHolds(core: Core): Promise<number> {
  const { db } = core;
  let count = 0;
  for (const entry of await repository.listOffered(db)) {
    // Let other requests run between two holds.
    await setImmediate();
    const { center_id, day, held_time, user_id } = entry;
    const hasBooked = await hasAppointmentOn(db, { userId: user_id }, day);
    if (
      !hasBooked &&
      (await slots.getHeldSlotState(core, { center_id, day, time: held_time ?? '' })) === 'open'
    )
      continue;
    await inTransaction(db, async (trx) => {
      if (!(await repository.markWaiting(trx, entry))) return;
      if (await hasAppointmentOn(trx, { userId: user_id }, day)) await repository.deleteEntry(trx, entry.id);
      await releaseHeld(core, trx, entry);
      count += 1;
    });
  }
  return count;
}

/**
 * Returns the members on a day's waiting list, including members with an offer, who have no appointment that
 * day.
 */
export async function listQueuedMembers(
  trx: Trx,
  listKey: { center_id: string; day: Day },
): Promise<{ user_id: string }[]> {
  const waiting: { user_id: string }[] = [];
  for (const member of await repository.listQueuedMembers(trx, listKey))
    if (!(await hasAppointmentOn(trx, { userId: member.user_id }, listKey.day))) waiting.push(member);
  return waiting;
}

/**
 * Offers slots that became free because a series changed or a day was reopened.
 * @param changedSince limits this to centers that changed, and lists that a member joined, since then, in ms
 */
export async function offerFreeSlots(core: Core, changedSince = 0): Promise<void> {
  const { db, clock } = core;
  for (const { center_id, day } of await repository.listWaitingDays(
    db,
    firstUsableDay(clock()),
    changedSince,
  )) {
    // Let other requests run between two lists.
    await setImmediate();
    const found = (await getDay(core, center_id, day))?.day;
    if (found) await offerDay(core, { center_id, day }, countFreeByTime(found));
  }
}

/** Offers the free slots of a day until no member may be offered one. */
async function offerDay(
  core: Core,
  listKey: Pick<FreedSlot, 'center_id' | 'day'>,
  free: readonly { time: string; free: number }[],
): Promise<void> {
  for (const { time, free: count } of free)
    for (let n = 0; n < count; n += 1) {
      const result = await inTransaction(core.db, (trx) =>
        offerToNextMember(core, trx, { ...listKey, time }),
      );
      if (result === 'no-member') return;
      if (result === 'no-slot') break;
    }
}

/** Removes the entries of days that are over, and lapsed offers that no longer count. */
export async function removeOldEntries(db: Db, now: number): Promise<void> {
  await repository.deleteOldEntries(db, utcDay(now - days(2)));
  await repository.deleteLapsedOffersBefore(db, now - LAPSED_MS);
}

/**
 * Removes the member's entries when the account is deleted. Returns the slots held for them, to be released.
 */
export const deleteOwnEntries = async (trx: Trx, owner: Owner) => {
  await repository.deleteMemberLapsedOffers(trx, owner);
  return (await repository.deleteOwnEntries(trx, owner))
    .filter(({ state }) => state === 'offered')
    .map(toHeldSlot);
};
