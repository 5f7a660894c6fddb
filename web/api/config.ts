import { getConfig, type PublicConfig } from '#contract/config.ts';
import { call } from './client.ts';
import { queryClient, queryOptions, retryQuery } from './queries.ts';

const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }): Promise<PublicConfig> => call(getConfig, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: retryQuery,
  meta: { public: true },
});

/** Which third parties this site uses; asked once a page load. */
export const siteConfig = (): Promise<PublicConfig> => queryClient.ensureQueryData(configQuery);
