import type { ClinicRule } from '#contract/clinic-rule.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { listSeries, listStaffCenters } from '#contract/staff-centers.ts';
import { call } from '#web/api/client.ts';
import { queryOptions } from '#web/api/queries.ts';

export type StaffCenter = ResponseOf<typeof listStaffCenters>[number];
export type Series = ResponseOf<typeof listSeries>[number];

/** The centers that the person may see, by name. */
export const centersQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['staff', userId, 'centers'],
    queryFn: ({ signal }) => call(listStaffCenters, { signal }),
  });

export const seriesQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['staff', userId, 'centers', id, 'series'],
    queryFn: ({ signal }) => call(listSeries, { signal, params: { id } }),
  });

/** The days of a series are ISO days, as the contract says. */
export const toRule = (series: Series): ClinicRule => series as unknown as ClinicRule;
