import type { ResponseOf } from '#contract/endpoint.ts';
import { listClosings, listDisplaced } from '#contract/staff-closings.ts';
import { call } from '#web/api/client.ts';
import { queryOptions } from '#web/api/queries.ts';
import { closingsKey } from '#web/queries/staff-center-queries.ts';

export type Closing = ResponseOf<typeof listClosings>[number];

export const closingsQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...closingsKey(userId, id), 'days'],
    queryFn: ({ signal }) => call(listClosings, { signal, params: { id } }),
  });

/** This query is not refreshed automatically, because each view is an entry in the log. */
export const displacedQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...closingsKey(userId, id), 'affected'],
    queryFn: ({ signal }) => call(listDisplaced, { signal, params: { id } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
