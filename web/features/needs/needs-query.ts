import { listNeeds } from '#contract/needs.ts';
import { call } from '#web/api/client.ts';
import { fromPage, queryOptions } from '#web/api/queries.ts';
import { pageData } from '#web/before-react/page-data.ts';

/** How much blood of each group is needed, by district. */
export const needsQuery = queryOptions({
  queryKey: ['needs'],
  queryFn: ({ signal }) => call(listNeeds, { signal }),
  staleTime: 60_000,
  ...fromPage(() => pageData().lists.needs),
  meta: { public: true },
});
