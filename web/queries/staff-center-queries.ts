import { listStaffCenters } from '#contract/center-administration.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
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
