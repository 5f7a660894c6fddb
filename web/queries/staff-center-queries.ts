import { listStaffCenters } from '#contract/center-administration.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { listFollowUps } from '#contract/staff-closings.ts';
import { call } from '#web/api/client.ts';
import { queryOptions } from '#web/api/queries.ts';

export type StaffCenter = ResponseOf<typeof listStaffCenters>[number];

/** Loads the centers that a member of staff may see, sorted by name. */
export const staffCentersQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['staff', userId, 'centers'],
    queryFn: ({ signal }) => call(listStaffCenters, { signal }),
  });

/** Returns the query key of a center's closings, and of the donors whom they affect. */
export const closingsKey = (userId: string | undefined, centerId: string) => [
  'staff',
  userId,
  'closings',
  centerId,
];

export const followUpsKey = (userId: string | undefined) => ['staff', userId, 'follow-ups'];

export type FollowUp = ResponseOf<typeof listFollowUps>[number];

/** Returns the number of donors of a center to call or refund. */
export function countFollowUps(centerId: string, followUps: readonly FollowUp[] = []): number {
  const { calls = 0, refunds = 0 } = followUps.find((followUp) => followUp.centerId === centerId) ?? {};
  return calls + refunds;
}

/** Loads the number of donors to call or refund at each center. */
export const followUpsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: followUpsKey(userId),
    queryFn: ({ signal }) => call(listFollowUps, { signal }),
    refetchInterval: 60_000,
  });
