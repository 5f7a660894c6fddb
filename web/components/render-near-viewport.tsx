import { type ReactNode, useEffect, useRef, useState } from 'react';

type Props = {
  /** Stands in the page meanwhile and keeps the space free. */
  fallback: ReactNode;
  children: ReactNode;
};

/** Draws its children once they come near the window, or once the page has nothing else to do. */
export function RenderNearViewport({ fallback, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [due, setDue] = useState(false);

  useEffect(() => {
    if (due || !place.current) return;
    const arrive = () => setDue(true);
    const stopLooking = onceNearViewport(place.current, arrive, '600px');
    const stopWaiting = whenIdle(arrive);
    return () => {
      stopLooking();
      stopWaiting();
    };
  }, [due]);

  return due ? children : <div ref={place}>{fallback}</div>;
}

// Safari has no idle callback.
function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(act, { timeout: 4000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, 1500);
  return () => clearTimeout(timer);
}

/** Calls once when the element is less than `margin` away from the window. Gives what stops waiting. */
export function onceNearViewport(element: Element, arrive: () => void, margin = '400px'): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      arrive();
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
