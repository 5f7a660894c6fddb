import type { ResponseOf } from '#contract/endpoint.ts';
import { listAffected, listClosings } from '#contract/staff-closings.ts';
import { call } from '#web/api/client.ts';
import { queryOptions, useQueryClient } from '#web/api/queries.ts';
import { followUpsKey } from '#web/api/staff-center-queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';

export type Closing = ResponseOf<typeof listClosings>[number];

const closingsKey = (userId: string | undefined, id: string) => ['staff', userId, 'closings', id];

/** Returns a function that loads the closings and donors of a center again, and how many of all centers need a call. */
export function useReloadClosings(centerId: string): () => Promise<void> {
  const { user } = useSession();
  const cache = useQueryClient();
  return async () => {
    const keys = [closingsKey(user?.uid, centerId), followUpsKey(user?.uid)];
    await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
  };
}

export const closingsQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...closingsKey(userId, id), 'days'],
    queryFn: ({ signal }) => call(listClosings, { signal, params: { id } }),
  });

/** Not refreshed by itself: each view is an entry in the log. */
export const affectedQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...closingsKey(userId, id), 'affected'],
    queryFn: ({ signal }) => call(listAffected, { signal, params: { id } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
