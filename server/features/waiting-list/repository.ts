import { MAX_LAPSED_OFFERS } from '#contract/booking-limits.ts';
import type { Day } from '#contract/days.ts';
import { deleteBefore } from '#platform/database/in-batches.ts';
import { columnsOf, countRows } from '#platform/database/rows.ts';
import { newId } from '#platform/ids.ts';
import type { WaitingListRow } from '#server/db/center-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

const columns = columnsOf<WaitingListRow>({
  id: true,
  center_id: true,
  day: true,
  user_id: true,
  joined_at: true,
  name: true,
  phone: true,
  blood_group: true,
  state: true,
  held_time: true,
  held_until: true,
});

type WaitingListKey = Pick<WaitingListRow, 'center_id' | 'day'>;

/**
 * Adds an entry. An existing entry moves to the end if its offer expired or was accepted, and otherwise
 * stays.
 */
export function upsertEntry(trx: Trx, entry: WaitingListRow) {
  const { name, phone, blood_group, ...rest } = entry;
  const details = { ...(name && { name }), ...(phone && { phone }), ...(blood_group && { blood_group }) };
  return trx
    .insertInto('waiting_list')
    .values(entry)
    .onConflict((c) =>
      c
        .columns(['center_id', 'day', 'user_id'])
        // The new id invalidates the link of the earlier offer.
        .doUpdateSet({ ...rest, ...details })
        .where('waiting_list.state', 'in', ['expired', 'booked']),
    )
    .execute();
}

/** Adds the details that the member entered later. */
export const updateDetails = (
  trx: Trx,
  id: string,
  details: Partial<Pick<WaitingListRow, 'name' | 'phone' | 'blood_group'>>,
) =>
  trx.updateTable('waiting_list').set(details).where('id', '=', id).where('state', '!=', 'booked').execute();

export const findOwnEntry = (db: Db, { userId }: Owner, { center_id, day }: WaitingListKey) =>
  db
    .selectFrom('waiting_list')
    .select(columns)
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const findEntry = (db: Db, id: string): Promise<WaitingListRow | undefined> =>
  db.selectFrom('waiting_list').select(columns).where('id', '=', id).executeTakeFirst();

/**
 * Returns the member's entries whose day is `from` or later, sorted by day. Excludes entries whose slot the
 * member accepted.
 */
export const listOwnEntries = (db: Db, { userId }: Owner, from: Day): Promise<WaitingListRow[]> =>
  db
    .selectFrom('waiting_list')
    .select(columns)
    .where('user_id', '=', userId)
    .where('day', '>=', from)
    .where('state', '!=', 'booked')
    .orderBy('day')
    .orderBy('id')
    .execute();

/** Counts the members ahead of an entry on the waiting list. */
export const countMembersAhead = (
  db: Db,
  { id, center_id, day, joined_at }: WaitingListRow,
): Promise<number> =>
  countRows(
    db
      .selectFrom('waiting_list')
      .where('center_id', '=', center_id)
      .where('day', '=', day)
      .where('state', 'in', ['waiting', 'offered'])
      .where((e) =>
        e.or([e('joined_at', '<', joined_at), e.and([e('joined_at', '=', joined_at), e('id', '<', id)])]),
      ),
  );

/** Maximum number of entries per query. */
const BATCH = 50;

/**
 * Returns the next members on the waiting list, after the entry `after`. Excludes members with an open offer
 * or too many lapsed offers.
 */
export const listNextEntries = (
  trx: Trx,
  { center_id, day }: WaitingListKey,
  {
    lapsedSince,
    after,
  }: { lapsedSince: number; after: Pick<WaitingListRow, 'joined_at' | 'id'> | undefined },
): Promise<WaitingListRow[]> =>
  trx
    .selectFrom('waiting_list')
    .select(columns)
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('state', '=', 'waiting')
    .where(({ eb, not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('waiting_list as other')
            .select('other.id')
            .where('other.user_id', '=', ref('waiting_list.user_id'))
            .where('other.state', '=', 'offered'),
        ),
      ).and(
        eb(
          selectFrom('lapsed_offers')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('lapsed_offers.user_id', '=', ref('waiting_list.user_id'))
            .where('lapsed_at', '>', lapsedSince),
          '<',
          MAX_LAPSED_OFFERS,
        ),
      ),
    )
    .$if(after !== undefined, (q) =>
      q.where((e) =>
        e.or([
          e('joined_at', '>', after?.joined_at ?? 0),
          e.and([e('joined_at', '=', after?.joined_at ?? 0), e('id', '>', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('joined_at')
    .orderBy('id')
    .limit(BATCH)
    .execute();

/** Locks the member's entries until the transaction ends, and returns their states. */
export const lockOwnEntries = (trx: Trx, { userId }: Owner) =>
  trx
    .selectFrom('waiting_list')
    .select('state')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Records that an offer lapsed. */
export const addLapsedOffer = (trx: Trx, { userId }: Owner, now: number) =>
  trx.insertInto('lapsed_offers').values({ id: newId(), user_id: userId, lapsed_at: now }).execute();

export const countLapsedOffers = (db: Db, { userId }: Owner, since: number): Promise<number> =>
  countRows(db.selectFrom('lapsed_offers').where('user_id', '=', userId).where('lapsed_at', '>', since));

export const deleteMemberLapsedOffers = (trx: Trx, { userId }: Owner) =>
  trx.deleteFrom('lapsed_offers').where('user_id', '=', userId).execute();

export const deleteLapsedOffersBefore = (db: Db, before: number): Promise<void> =>
  deleteBefore(db, 'lapsed_offers', { key: 'id', column: 'lapsed_at', before });

/** Returns the members on a day's waiting list, including members with an offer. */
export const listQueuedMembers = (trx: Trx, { center_id, day }: WaitingListKey) =>
  trx
    .selectFrom('waiting_list')
    .select('user_id')
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('state', 'in', ['waiting', 'offered'])
    .orderBy('id')
    .execute();

/** Records that a slot is held for an entry. Returns no row if the entry is gone or no longer waits. */
export const markOffered = (trx: Trx, id: string, { time, until }: { time: string; until: number }) =>
  trx
    .updateTable('waiting_list')
    .set({ state: 'offered', held_time: time, held_until: until })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();

/** Returns entries with a held slot. */
export const listOffered = (db: Db): Promise<WaitingListRow[]> =>
  db
    .selectFrom('waiting_list')
    .select(columns)
    .where('state', '=', 'offered')
    .orderBy('held_until')
    .execute();

/** Puts a member whose held slot is gone back on the list. Returns no row if the hold has already ended. */
export const markWaiting = (trx: Trx, { id, held_until }: Pick<WaitingListRow, 'id' | 'held_until'>) =>
  trx
    .updateTable('waiting_list')
    .set({ state: 'waiting', held_time: null, held_until: null })
    .where('id', '=', id)
    .where('state', '=', 'offered')
    .where('held_until', '=', held_until)
    .returning('id')
    .executeTakeFirst();

/** Returns the entries whose hold is over. */
export const listExpired = (db: Db, now: number) =>
  db
    .selectFrom('waiting_list')
    .select(columns)
    .where('state', '=', 'offered')
    .where('held_until', '<=', now)
    .orderBy('held_until')
    .execute();

/** Ends a hold that is over. Returns no row if it has already ended. */
export const markExpired = (trx: Trx, { id, held_until }: Pick<WaitingListRow, 'id' | 'held_until'>) =>
  trx
    .updateTable('waiting_list')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('state', '=', 'offered')
    .where('held_until', '=', held_until)
    .returning('id')
    .executeTakeFirst();

/**
 * Ends a hold whose slot is booked in this transaction, and clears the details, which the appointment gets.
 * Returns no row if the hold has already ended.
 */
export const markBooked = (trx: Trx, id: string, { time, now }: { time: string; now: number }) =>
  trx
    .updateTable('waiting_list')
    .set({ state: 'booked', name: null, phone: null, blood_group: null })
    .where('id', '=', id)
    .where('state', '=', 'offered')
    .where('held_time', '=', time)
    .where('held_until', '>', now)
    .returning('id')
    .executeTakeFirst();

export const deleteEntry = (trx: Trx, id: string): Promise<WaitingListRow | undefined> =>
  trx.deleteFrom('waiting_list').where('id', '=', id).returning(columns).executeTakeFirst();

export const deleteOwnEntry = (trx: Trx, { userId }: Owner, { center_id, day }: WaitingListKey) =>
  trx
    .deleteFrom('waiting_list')
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();

export const deleteOwnEntries = (trx: Trx, { userId }: Owner): Promise<WaitingListRow[]> =>
  trx.deleteFrom('waiting_list').where('user_id', '=', userId).returning(columns).execute();

/**
 * Returns the days that have waiting members, if the center changed or a member joined since `changedSince`,
 * in ms.
 */
export const listWaitingDays = (db: Db, from: Day, changedSince: number): Promise<WaitingListKey[]> =>
  db
    .selectFrom('waiting_list')
    .select(['center_id', 'day'])
    .distinct()
    .where('state', '=', 'waiting')
    .where('day', '>=', from)
    .where((e) =>
      e.or([
        e('joined_at', '>=', changedSince),
        e('center_id', 'in', e.selectFrom('centers').select('id').where('changed_at', '>=', changedSince)),
      ]),
    )
    .execute();

/** Deletes the entries whose day is before `before`. */
export const deleteOldEntries = (db: Db, before: Day) =>
  db.deleteFrom('waiting_list').where('day', '<', before).execute();
