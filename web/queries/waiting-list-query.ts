import { listWaitingLists } from '#contract/waiting-list.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { queryOptions, skipToken } from '#web/api/queries.ts';

/** Interval between requests while a donor waits, because a slot may be offered at any time. */
const POLL_MS = 15_000;

/** Loads the waiting lists that a member is on. There are none on a site without centers. */
export const waitingListsQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['waiting-lists', uid],
    queryFn: uid === undefined ? skipToken : ({ signal }) => fetchWaitingLists(signal),
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? POLL_MS : false),
  });

async function fetchWaitingLists(signal: AbortSignal) {
  return hasFeature('staff') ? call(listWaitingLists, { signal }) : [];
}
