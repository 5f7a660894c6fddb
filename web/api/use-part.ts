import type { Part } from '#contract/parts.ts';
import { configQuery } from './config.ts';
import { useQuery } from './queries.ts';

/** Whether the operator has left this part in; false until that is known. */
export const usePart = (part: Part): boolean => useQuery(configQuery).data?.parts.includes(part) ?? false;

/** Whether the operator has left this part out, for what stands in the page before that is known. */
export const useLeftOut = (part: Part): boolean => {
  const { data } = useQuery(configQuery);
  return data !== undefined && !data.parts.includes(part);
};
