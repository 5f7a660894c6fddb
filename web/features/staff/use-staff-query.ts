import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/api/client.ts';
import { queryOptions, useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any query, body and response
type AnyEndpoint = Endpoint<any, any, any>;
type Options<E extends AnyEndpoint> = Omit<
  Parameters<typeof queryOptions<ResponseOf<E>>>[0],
  'queryKey' | 'queryFn'
>;

/**
 * Loads the response of an endpoint without input. The query is keyed by person, so that a shared device
 * never mixes the data of two people.
 */
export function useStaffQuery<E extends AnyEndpoint>(name: string, endpoint: E, options?: Options<E>) {
  const { user } = useSession();
  return useQuery(
    queryOptions<ResponseOf<E>>({
      ...options,
      queryKey: ['staff', user?.uid, name],
      queryFn: ({ signal }) => call(endpoint, { signal }),
    }),
  );
}
