import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { MasonryLayout, Range } from './masonry-layout.ts';
import { createScrollAnchor, nearItems } from './scroll-anchor.ts';

/**
 * Which items of a windowed wall are near the window, in time for the next picture on the screen. What one looks at stays
 * in its place when the window, the zoom or the items change.
 */
export function useVisibleItems(
  list: RefObject<HTMLElement | null>,
  { wall, ids, windowed }: { wall: MasonryLayout; ids: readonly string[]; windowed: boolean },
): Range {
  const [range, setRange] = useState<Range>({ from: 0, to: 0 });
  const [keeper] = useState(createScrollAnchor);

  useLayoutEffect(() => {
    const look = () => {
      const element = list.current;
      if (!element?.isConnected || element.offsetParent === null) return;
      const drawn = { list: element, wall, ids };
      keeper.settle(drawn);
      if (!windowed) return;
      const next = nearItems(drawn);
      setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
    };
    const lookAtOnce = () => flushSync(look);
    look();
    const resized = new ResizeObserver(lookAtOnce);
    resized.observe(document.body);
    if (list.current) resized.observe(list.current);
    addEventListener('scroll', lookAtOnce, { passive: true });
    addEventListener('resize', lookAtOnce);
    return () => {
      resized.disconnect();
      removeEventListener('scroll', lookAtOnce);
      removeEventListener('resize', lookAtOnce);
    };
  }, [list, wall, ids, windowed, keeper]);

  return range;
}

const widerWindows = ['(min-width: 600px)', '(min-width: 1200px)'];

const columnsNow = (): number => 1 + widerWindows.filter((query) => matchMedia(query).matches).length;

function subscribe(listener: () => void): () => void {
  const queries = widerWindows.map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

/** How many columns a wall has in this window: one, two from 600 px, three from 1200 px. */
export const useColumns = (): number => useSyncExternalStore(subscribe, columnsNow, () => 1);
