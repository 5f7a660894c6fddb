import type { ResponseOf } from '#contract/endpoint.ts';
import { listStaffCenters } from '#contract/staff-centers.ts';
import { countFollowUps } from '#contract/staff-closings.ts';
import { call } from './client.ts';
import { queryOptions } from './queries.ts';

export type StaffCenter = ResponseOf<typeof listStaffCenters>[number];

/** The centers that a person of the staff may see, by name. */
export const staffCentersQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['staff', userId, 'centers'],
    queryFn: ({ signal }) => call(listStaffCenters, { signal }),
  });

export const followUpsKey = (userId: string | undefined) => ['staff', userId, 'follow-ups'];

export type FollowUp = ResponseOf<typeof countFollowUps>[number];

/** Donors to call or refund, by center. */
export const followUpsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: followUpsKey(userId),
    queryFn: ({ signal }) => call(countFollowUps, { signal }),
    refetchInterval: 60_000,
  });
