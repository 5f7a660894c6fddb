import { getConfig, type PublicConfig } from '#contract/config.ts';
import type { Feature } from '#contract/features.ts';
import { call } from './client.ts';
import { NetworkError } from './errors.ts';
import { queryClient, queryOptions, retryQuery, useQuery } from './queries.ts';

async function askForConfig({ signal }: { signal: AbortSignal }): Promise<PublicConfig> {
  const config = await call(getConfig, { signal });
  // Everything rests on it, and not everything that answers is our server.
  if (!config.identity || !config.images || !config.cards || !config.features) throw new NetworkError();
  return config;
}

const siteConfigQuery = queryOptions({
  queryKey: ['config'],
  queryFn: askForConfig,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: retryQuery,
  meta: { public: true },
});

/** Which third parties this site uses; asked once a page load. */
export const siteConfig = (): Promise<PublicConfig> => queryClient.ensureQueryData(siteConfigQuery);

/** Whether the operator has left this part in; false until that is known. */
export const useFeature = (part: Feature): boolean =>
  useQuery(siteConfigQuery).data?.features.includes(part) ?? false;

/** Whether the operator has left this part out, for what stands in the page before that is known. */
export const useFeatureDisabled = (part: Feature): boolean => {
  const { data } = useQuery(siteConfigQuery);
  return data !== undefined && !data.features.includes(part);
};
