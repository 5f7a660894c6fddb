import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether something is left to see by scrolling to the right inside the element that carries the ref. */
export function useMoreToTheRight<T extends HTMLElement>(): [RefObject<T | null>, boolean] {
  const element = useRef<T>(null);
  const [more, setMore] = useState(false);

  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const look = () =>
      setMore(scroller.scrollWidth - scroller.clientWidth - Math.ceil(scroller.scrollLeft) > 1);
    const resized = new ResizeObserver(look);
    resized.observe(scroller);
    for (const child of scroller.children) resized.observe(child);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, []);

  return [element, more];
}
