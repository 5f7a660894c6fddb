import { getConfig, type PublicConfig } from '#contract/config.ts';
import type { Feature } from '#contract/features.ts';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { call } from './client.ts';
import { shareConfig } from './config-request.ts';
import { ApiError, NetworkError } from './errors.ts';
import { queryClient, queryOptions, retryQuery, useQuery } from './queries.ts';

/** Takes no abort signal: leaving a page must not cancel a request that other code is waiting for. */
async function fetchConfig(): Promise<PublicConfig> {
  try {
    return await shareConfig(() => call(getConfig));
  } catch (error) {
    throw error instanceof ApiError ? error : new NetworkError(error);
  }
}

const siteConfigQuery = queryOptions({
  queryKey: ['config'],
  queryFn: fetchConfig,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: retryQuery,
  meta: { public: true },
});

/** Returns the public configuration of this site, fetched once per page load. */
export const siteConfig = (): Promise<PublicConfig> => queryClient.ensureQueryData(siteConfigQuery);

/**
 * Returns the site's configuration, or undefined until it is loaded, and while a rendered part hydrates,
 * because its HTML has no configuration.
 */
export function useSiteConfig(): PublicConfig | undefined {
  const { data } = useQuery(siteConfigQuery);
  return useHydrated() ? data : undefined;
}

/** Whether a feature is enabled. False until the configuration is loaded. */
export const useFeature = (feature: Feature): boolean => !!useSiteConfig()?.features.includes(feature);

/** Whether a feature is disabled. False until the configuration is loaded. */
export const useFeatureDisabled = (feature: Feature): boolean =>
  useSiteConfig()?.features.includes(feature) === false;
