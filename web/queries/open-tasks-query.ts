import type { ResponseOf } from '#contract/endpoint.ts';
import { listOpenTasks } from '#contract/open-tasks.ts';
import { call } from '#web/api/client.ts';
import { queryOptions } from '#web/api/queries.ts';

export type OpenTasks = ResponseOf<typeof listOpenTasks>;
type FollowUps = OpenTasks['followUps'];

export const openTasksKey = (userId: string | undefined) => ['staff', userId, 'open-tasks'];

/** Counts what waits for a member of staff. */
export const openTasksQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: openTasksKey(userId),
    queryFn: ({ signal }) => call(listOpenTasks, { signal }),
    refetchInterval: 60_000,
  });

/** Returns the number of donors to call or refund, at one center or at all. */
export const countFollowUps = (followUps: FollowUps = [], atCenter?: string): number =>
  followUps
    .filter(({ centerId }) => atCenter === undefined || centerId === atCenter)
    .reduce((sum, { calls, refunds }) => sum + calls + refunds, 0);
