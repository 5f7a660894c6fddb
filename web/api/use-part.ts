import { useQuery } from '@tanstack/react-query';
import type { Part } from '#contract/parts.ts';
import { configQuery } from './config.ts';

/** Whether the operator has left this part in; false until that is known. */
export const usePart = (part: Part): boolean => useQuery(configQuery).data?.parts.includes(part) ?? false;
