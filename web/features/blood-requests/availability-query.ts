import { getAvailability } from '#contract/availability.ts';
import { call } from '#web/api/client.ts';
import { queryOptions } from '#web/api/queries.ts';

/** Whether and how a member may be asked to give blood. */
export const availabilityQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['availability', userId],
    queryFn: ({ signal }) => call(getAvailability, { signal }),
  });
