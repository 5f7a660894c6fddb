import { type RefObject, useEffect, useRef, useState } from 'react';
import { onceNearViewport } from '#web/components/render-near-viewport.tsx';

/** Number of rows rendered at first, and added when the end of the list comes near. */
const STEP = 50;

/**
 * Returns how many rows of a long list to render, and the ref of an element after the last one. The number
 * grows as the reader comes near that element, and starts again when `list` changes.
 */
export function useGrowingLimit(
  count: number,
  list: string,
): { limit: number; end: RefObject<HTMLDivElement | null> } {
  const [grown, setGrown] = useState({ list, limit: STEP });
  const limit = grown.list === list ? grown.limit : STEP;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (limit >= count || !end.current) return;
    return onceNearViewport(end.current, () => setGrown({ list, limit: limit + STEP }), '1500px');
  }, [count, limit, list]);
  return { limit, end };
}
