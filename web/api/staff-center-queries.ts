import type { ResponseOf } from '#contract/endpoint.ts';
import { listStaffCenters } from '#contract/staff-centers.ts';
import { call } from './client.ts';
import { queryOptions } from './queries.ts';

export type StaffCenter = ResponseOf<typeof listStaffCenters>[number];

/** The centers that a person of the staff may see, by name. */
export const staffCentersQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['staff', userId, 'centers'],
    queryFn: ({ signal }) => call(listStaffCenters, { signal }),
  });
