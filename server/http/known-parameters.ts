import type { Endpoint } from '#contract/endpoint.ts';

/** Names of the query parameters that an endpoint reads. It ignores all others. */
export function knownParameters({ query }: Pick<Endpoint, 'query'>): readonly string[] {
  const { shape } = (query?._zod.def ?? {}) as { shape?: object };
  return Object.keys(shape ?? {});
}
