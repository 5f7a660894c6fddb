import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsBack } from '#web/document/use-hydrated.ts';
import { shouldSaveData } from './data-use.ts';

type Props = {
  /** Shown until then; reserves the space. */
  fallback: ReactNode;
  children: ReactNode;
};

/**
 * Renders its children when they come near the viewport or, unless data is to be saved, when the page is idle. After Back at
 * once, so that the page is as long as it was.
 */
export function RenderNearViewport({ fallback, children }: Props) {
  const placeholder = useRef<HTMLDivElement>(null);
  const [isDue, setIsDue] = useState(useIsBack());

  useEffect(() => {
    if (isDue || !placeholder.current) return;
    const show = () => setIsDue(true);
    const stopObserving = onceNearViewport(placeholder.current, show, '600px');
    const stopWaiting = shouldSaveData() ? undefined : whenIdle(show);
    return () => {
      stopObserving();
      stopWaiting?.();
    };
  }, [isDue]);

  return isDue ? children : <div ref={placeholder}>{fallback}</div>;
}

// Safari has no requestIdleCallback.
function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(act, { timeout: 4000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, 1500);
  return () => clearTimeout(timer);
}

/** Calls the callback once when the element is within `margin` of the viewport. Returns a function that stops it. */
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
