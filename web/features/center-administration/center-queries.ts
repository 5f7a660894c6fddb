import { listSeries } from '#contract/center-administration.ts';
import type { ClinicRule } from '#contract/clinic-rule.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/api/client.ts';
import { queryOptions } from '#web/api/queries.ts';

export type Series = ResponseOf<typeof listSeries>[number];

export const seriesQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['staff', userId, 'centers', id, 'series'],
    queryFn: ({ signal }) => call(listSeries, { signal, params: { id } }),
  });

/** Changes only the type, because the days of a series are ISO days, as the contract says. */
export const toStoredRule = (series: Series): ClinicRule => series as unknown as ClinicRule;
