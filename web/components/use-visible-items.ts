import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { MasonryLayout, Range } from './masonry-layout.ts';
import { createScrollAnchor, itemsNearViewport } from './scroll-anchor.ts';

/**
 * Returns the items of a windowed grid that are near the viewport, updated before the next frame. Keeps the
 * visible item in place when the window size, the zoom or the items change.
 */
export function useVisibleItems(
  list: RefObject<HTMLElement | null>,
  { layout, ids, isVirtualized }: { layout: MasonryLayout; ids: readonly string[]; isVirtualized: boolean },
): Range {
  const [range, setRange] = useState<Range>({ from: 0, to: 0 });
  const [anchor] = useState(createScrollAnchor);

  useLayoutEffect(() => {
    const update = () => {
      const element = list.current;
      if (!element?.isConnected || element.offsetParent === null) return;
      const grid = { list: element, layout, ids };
      anchor.update(grid);
      if (!isVirtualized) return;
      const next = itemsNearViewport(grid);
      setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
    };
    // Only a virtualized grid renders on updates: flushing other components' updates here could resize the
    // page within the observer's callback.
    const updateSync = isVirtualized ? () => flushSync(update) : update;
    update();
    const resizeObserver = new ResizeObserver(updateSync);
    // Observe the body only for a virtualized grid, because WebKit reports an error when the page's height
    // changes twice in one frame, as it may on the landing page.
    if (isVirtualized) resizeObserver.observe(document.body);
    if (list.current) resizeObserver.observe(list.current);
    addEventListener('scroll', updateSync, { passive: true });
    addEventListener('resize', updateSync);
    return () => {
      resizeObserver.disconnect();
      removeEventListener('scroll', updateSync);
      removeEventListener('resize', updateSync);
    };
  }, [list, layout, ids, isVirtualized, anchor]);

  return range;
}

const breakpoints = ['(min-width: 600px)', '(min-width: 1200px)'];

const readColumns = (): number => 1 + breakpoints.filter((query) => matchMedia(query).matches).length;

function subscribe(listener: () => void): () => void {
  const queries = breakpoints.map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

/**
 * Returns the number of columns in this window: one, two from 600 px, three from 1200 px. During hydration it
 * is the same, because the HTML has the layouts of all numbers. A change would look like a resize, after which
 * the scroll anchor moves the page.
 */
export const useColumns = (): number =>
  useSyncExternalStore(subscribe, readColumns, import.meta.env.SSR ? () => 1 : readColumns);
