import { activeStates, publicStates, type RequestState } from '#contract/blood-requests.ts';
import type { BloodGroup } from '#contract/values.ts';
import { countRows, hasRow } from '#platform/database/rows.ts';
import {
  type BloodRequestRow,
  bloodRequestColumns,
  type RequestDonorRow,
  type RequestMessageRow,
  requestDonorColumns,
} from '#server/db/request-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

export const insertRequest = (trx: Trx, row: BloodRequestRow) =>
  trx.insertInto('blood_requests').values(row).execute();

const selectRequests = (db: Db) => db.selectFrom('blood_requests').select(bloodRequestColumns);

export const findRequest = (db: Db, id: string): Promise<BloodRequestRow | undefined> =>
  selectRequests(db).where('id', '=', id).executeTakeFirst();

/** Returns the request, and locks it until the transaction ends. */
export const lockRequest = (trx: Trx, id: string): Promise<BloodRequestRow | undefined> =>
  selectRequests(trx).where('id', '=', id).forUpdate().executeTakeFirst();

export const updateRequest = (trx: Trx, id: string, changes: Partial<BloodRequestRow>) =>
  trx.updateTable('blood_requests').set(changes).where('id', '=', id).execute();

/** Lists requests that need blood or have enough donors, and are not over. */
export function listPublicRequests(
  db: Db,
  {
    now,
    limit,
    ...wanted
  }: { now: number; limit: number; bloodGroup: BloodGroup | undefined; district: string | undefined },
): Promise<BloodRequestRow[]> {
  let query = selectRequests(db).where('state', 'in', ['open', 'filled']).where('needed_by', '>', now);
  if (wanted.bloodGroup) query = query.where('blood_group', '=', wanted.bloodGroup);
  if (wanted.district) query = query.where('district', '=', wanted.district);
  return query.orderBy('needed_by').orderBy('id').limit(limit).execute();
}

/** Lists requests of these states, in the order in which coordinators need them. */
export const listRequestsByState = (
  db: Db,
  states: readonly RequestState[],
  limit: number,
): Promise<BloodRequestRow[]> =>
  selectRequests(db)
    .where('state', 'in', states)
    .orderBy((e) => e.case().when('state', '=', 'waiting').then(0).else(1).end())
    .orderBy('needed_by')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Counts the requests that wait for a coordinator. */
export const countWaitingRequests = (db: Db): Promise<number> =>
  countRows(db.selectFrom('blood_requests').where('state', '=', 'waiting'));

/** Counts the requests of a member that are not over. Lock the member first. */
export async function countActiveRequests(trx: Trx, { userId }: Owner): Promise<number> {
  const rows = await trx
    .selectFrom('blood_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', activeStates)
    .execute();
  return rows.length;
}

export const listRequestsOf = (db: Db, { userId }: Owner): Promise<BloodRequestRow[]> =>
  selectRequests(db).where('user_id', '=', userId).orderBy('id', 'desc').execute();

export const listRequestsById = (db: Db, ids: readonly string[]): Promise<BloodRequestRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectRequests(db).where('id', 'in', ids).execute();

/** Lists the ids of requests whose time is over. */
export async function listOverdue(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('blood_requests')
    .select('id')
    .where('state', 'in', activeStates)
    .where('needed_by', '<=', now)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

const selectDonors = (db: Db) => db.selectFrom('request_donors').select(requestDonorColumns);

export const listDonors = (
  db: Db,
  requestId: string,
  states: readonly RequestDonorRow['state'][],
): Promise<RequestDonorRow[]> =>
  selectDonors(db)
    .where('request_id', '=', requestId)
    .where('state', 'in', states)
    .orderBy('answered_at')
    .orderBy('id')
    .execute();

export const findDonor = (db: Db, id: string): Promise<RequestDonorRow | undefined> =>
  selectDonors(db).where('id', '=', id).executeTakeFirst();

export const findDonorByUser = (
  db: Db,
  requestId: string,
  { userId }: Owner,
): Promise<RequestDonorRow | undefined> =>
  selectDonors(db).where('request_id', '=', requestId).where('user_id', '=', userId).executeTakeFirst();

export const listDonorsOfUser = (db: Db, { userId }: Owner): Promise<RequestDonorRow[]> =>
  selectDonors(db).where('user_id', '=', userId).orderBy('id', 'desc').execute();

export const insertDonors = (trx: Trx, rows: readonly RequestDonorRow[]) =>
  rows.length === 0 ? undefined : trx.insertInto('request_donors').values(rows).execute();

export const updateDonor = (trx: Trx, id: string, changes: Partial<RequestDonorRow>) =>
  trx.updateTable('request_donors').set(changes).where('id', '=', id).execute();

/** Lists the donors of several requests in these states. */
export const listDonorsOf = (
  db: Db,
  requestIds: readonly string[],
  states: readonly RequestDonorRow['state'][],
): Promise<RequestDonorRow[]> =>
  requestIds.length === 0
    ? Promise.resolve([])
    : selectDonors(db)
        .where('request_id', 'in', requestIds)
        .where('state', 'in', states)
        .orderBy('answered_at')
        .orderBy('id')
        .execute();

/** Counts the donors who were asked for each of these requests. */
export async function countAsked(db: Db, requestIds: readonly string[]): Promise<Map<string, number>> {
  if (requestIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('request_donors')
    .select((e) => ['request_id', e.fn.countAll<number>().as('count')])
    .where('request_id', 'in', requestIds)
    .where('asked_at', 'is not', null)
    .groupBy('request_id')
    .execute();
  return new Map(rows.map(({ request_id, count }) => [request_id, Number(count)]));
}

const selectMessages = (db: Db) =>
  db.selectFrom('request_messages').select(['id', 'request_id', 'user_id', 'text', 'sent_at']).orderBy('id');

/** Lists the messages of a request, the earliest first. */
export const listMessages = (db: Db, requestId: string): Promise<RequestMessageRow[]> =>
  selectMessages(db).where('request_id', '=', requestId).execute();

export const listMessagesOf = (db: Db, { userId }: Owner): Promise<RequestMessageRow[]> =>
  selectMessages(db).where('user_id', '=', userId).execute();

export const insertMessage = (trx: Trx, row: RequestMessageRow) =>
  trx.insertInto('request_messages').values(row).execute();

/** Returns false if the member has reported the request already. */
export const insertReport = (trx: Trx, requestId: string, { userId }: Owner, now: number): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('request_reports')
      .values({ request_id: requestId, user_id: userId, reported_at: now })
      .onConflict((c) => c.columns(['request_id', 'user_id']).doNothing())
      .returning('request_id'),
  );

export const listReports = (db: Db, requestIds: readonly string[]) =>
  requestIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('request_reports')
        .select(['request_id', 'user_id'])
        .where('request_id', 'in', requestIds)
        .execute();

export const deleteReports = (trx: Trx, requestId: string) =>
  trx.deleteFrom('request_reports').where('request_id', '=', requestId).execute();

/** Lists the ids of requests that ended before `before` and still have personal data. */
export async function listToErase(db: Db, before: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('blood_requests')
    .select('id')
    .where('ended_at', '<', before)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('phone', '<>', ''),
        exists(
          selectFrom('request_donors')
            .select('request_donors.id')
            .whereRef('request_donors.request_id', '=', 'blood_requests.id'),
        ),
      ]),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Erases who asked and what was written. Donors who agreed can still be told that the request is over. */
export async function erasePatient(trx: Trx, id: string): Promise<void> {
  const erased = { user_id: null, initials: '', relation: '', phone: '', note: null, reason: null };
  await updateRequest(trx, id, erased);
  await deleteReports(trx, id);
  await trx.deleteFrom('request_messages').where('request_id', '=', id).execute();
}

/** Erases all personal data of a request. Its group, place and numbers remain. */
export async function eraseRequest(trx: Trx, id: string): Promise<void> {
  await erasePatient(trx, id);
  await trx.deleteFrom('request_donors').where('request_id', '=', id).execute();
}

/** Deletes what a member wrote about the requests of others. */
export async function deleteContributions(trx: Trx, { userId }: Owner): Promise<void> {
  await trx.deleteFrom('request_messages').where('user_id', '=', userId).execute();
  await trx.deleteFrom('request_reports').where('user_id', '=', userId).execute();
  await trx.deleteFrom('request_donors').where('user_id', '=', userId).execute();
  await trx.deleteFrom('donor_availability').where('user_id', '=', userId).execute();
}

/** Whether a request needs blood, or may need it. */
export const isActive = ({ state }: Pick<BloodRequestRow, 'state'>): boolean => activeStates.includes(state);

export const isPublic = ({ state }: Pick<BloodRequestRow, 'state'>): boolean => publicStates.includes(state);
