import { listWaitingLists } from '#contract/waiting-list.ts';
import { call } from './client.ts';
import { queryOptions } from './queries.ts';

/** While somebody waits, a place may be offered at any time. */
const POLL_MS = 15_000;

/** The waiting lists that a member is on. */
export const waitingListsQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['waiting-lists', uid],
    queryFn: ({ signal }) => call(listWaitingLists, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? POLL_MS : false),
  });
