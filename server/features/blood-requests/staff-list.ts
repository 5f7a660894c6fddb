import { LRUCache } from 'lru-cache';
import { activeStates, MAX_LISTED_REQUESTS, type RequestState } from '#contract/blood-requests.ts';
import type { StaffRequest } from '#contract/staff-blood-requests.ts';
import type { DatabaseClock } from '#platform/database/database-clock.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow, RequestDonorRow } from '#server/db/request-tables.ts';
import type { Db } from '#server/db/tables.ts';
import { findLastDetails } from '#server/features/appointments/rules.ts';
import { listClaimedByOthers } from '#server/features/moderation/rules.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import { listConfirmedMembers } from '#server/features/users/rules.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { findBloodGroup } from './availability.ts';
import { talkingStates } from './conversation.ts';
import * as repository from './repository.ts';
import { toIso, toPublicRequest } from './serialize.ts';

/** Maximum number of shifts of which the server remembers whom they have seen. */
const MAX_SHIFTS = 500;

/**
 * Creates the function that lists requests for coordinators. The first view of a shift is logged, and later
 * ones only about people who are new in it, because the page is refreshed every few seconds.
 */
export function createStaffRequestList(core: Core & { now: DatabaseClock }) {
  const { db } = core;
  const seenBy = new LRUCache<string, ReadonlySet<string>>({ max: MAX_SHIFTS });

  return async (by: StaffMember, state: RequestState | undefined): Promise<StaffRequest[]> => {
    const states = state ? [state] : activeStates;
    const rows = await repository.listRequestsByState(db, states, MAX_LISTED_REQUESTS);
    const claims = await listClaimedByOthers(db, core.now, by);
    const claimed = new Set(claims.flatMap(({ kind, id }) => (kind === 'request' ? [id] : [])));
    const { requests, people } = await describeForStaff(core, db, rows, claimed);
    const seen = seenBy.get(by.shift.id);
    const unseen = people.filter((id) => !seen?.has(id));
    if (unseen.length > 0)
      await withStaffLog(core, by, (_, log) => log({ action: 'view requests', people: unseen }));
    seenBy.set(by.shift.id, new Set([...(seen ?? []), ...people]));
    return requests;
  };
}

/** Returns one request as coordinators see it. */
export async function describeOneForStaff(
  core: Pick<Core, 'accounts'>,
  db: Db,
  row: BloodRequestRow,
): Promise<StaffRequest> {
  const { requests } = await describeForStaff(core, db, [row], new Set());
  return requests[0] as StaffRequest;
}

/** `people`: whose data the requests contain. */
async function describeForStaff(
  { accounts }: Pick<Core, 'accounts'>,
  db: Db,
  rows: readonly BloodRequestRow[],
  claimed: ReadonlySet<string>,
): Promise<{ requests: StaffRequest[]; people: string[] }> {
  const ids = rows.map(({ id }) => id);
  const donors = Map.groupBy(await repository.listDonorsOf(db, ids, talkingStates), (row) => row.request_id);
  const reports = await repository.listReports(db, ids);
  const confirmed = await listConfirmedMembers(
    { db, accounts },
    reports.map(({ user_id }) => user_id),
  );
  const asked = await repository.countAsked(db, ids);
  const requests = rows.map(async (row): Promise<StaffRequest> => {
    const own = reports.filter(({ request_id }) => request_id === row.id);
    return {
      ...toPublicRequest(row),
      initials: row.initials,
      relation: row.relation,
      phone: row.phone,
      ...(row.note !== null && { note: row.note }),
      ...(row.reason !== null && { reason: row.reason }),
      reports: own.filter(({ user_id }) => confirmed.has(user_id)).length,
      asked: asked.get(row.id) ?? 0,
      waves: row.waves,
      donors: await Promise.all((donors.get(row.id) ?? []).map((donor) => describeDonor(db, donor))),
      isClaimed: claimed.has(row.id),
    };
  });
  const donorIds = [...donors.values()].flat().map(({ user_id }) => user_id);
  const people = new Set([...rows.flatMap(({ user_id }) => user_id ?? []), ...donorIds]);
  return { requests: await Promise.all(requests), people: [...people] };
}

async function describeDonor(
  db: Db,
  { id, state, arrives_at, user_id: userId }: RequestDonorRow,
): Promise<StaffRequest['donors'][number]> {
  const details = await findLastDetails(db, { userId });
  const bloodGroup = await findBloodGroup(db, { userId });
  return {
    _id: id,
    state,
    ...(arrives_at !== null && { at: toIso(arrives_at) }),
    ...(details && { name: details.name, phone: details.phone }),
    ...(bloodGroup && { bloodGroup }),
  };
}
