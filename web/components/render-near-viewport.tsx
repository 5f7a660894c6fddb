import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shouldSaveData } from '#web/browser/data-use.ts';
import { useIsBack } from '#web/browser/use-hydrated.ts';
import { waitUntilIdle } from '#web/browser/wait-until-idle.ts';

const IDLE_DELAY_MS = 3000;

type Props = {
  /** Reserves the children's space until they are rendered. */
  fallback: ReactNode;
  /** Whether the HTML of the page has the children. */
  isInPage?: boolean;
  children: ReactNode;
};

/**
 * Renders its children when they come near the viewport. Unless the user saves data, renders them when the
 * page is idle as well, three seconds after it was opened, for search in the page and for screen readers.
 * After Back, renders immediately, so that the page is as long as before.
 */
export function RenderNearViewport({ fallback, isInPage = false, children }: Props) {
  const placeholder = useRef<HTMLDivElement>(null);
  const [isDue, setIsDue] = useState(useIsBack() || isInPage);

  useEffect(() => {
    if (isDue || !placeholder.current) return;
    const show = () => setIsDue(true);
    const stopObserving = onceNearViewport(placeholder.current, show, '600px');
    if (!shouldSaveData()) void waitUntilIdle(Math.max(0, IDLE_DELAY_MS - performance.now())).then(show);
    return stopObserving;
  }, [isDue]);

  return isDue ? children : <div ref={placeholder}>{fallback}</div>;
}

/**
 * Calls the callback once when the element is within `margin` of the viewport. Returns a function that stops
 * observing.
 */
export function onceNearViewport(element: Element, callback: () => void, margin = '400px'): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
