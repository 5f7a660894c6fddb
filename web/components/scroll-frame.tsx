import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

type Props = {
  /** Accessible name. */
  label: string;
  className?: string;
  /** Position of the shadow that shows that there is more. */
  edgeClass?: string;
  children: ReactNode;
};

/** The shadow is as wide as the padding of a cell on a phone, where it must not cover the end of a text. */
const shadowClass = [
  'pointer-events-none absolute w-2 opacity-0 transition-opacity print:hidden',
  'bg-[linear-gradient(to_right,transparent,var(--color-edge))] group-data-[more=true]:opacity-100',
].join(' ');

/**
 * Renders a frame for a wide table, which scrolls inside it, with the keyboard as well. A shadow shows that
 * there is more to the right.
 */
export function ScrollFrame({ label, className = '', edgeClass = 'inset-y-0 right-0', children }: Props) {
  const [scroller, hasMore] = useOverflowRight<HTMLElement>();
  return (
    <div className="group relative min-w-0" data-more={hasMore}>
      <section
        ref={scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this region
        tabIndex={0}
        className={`overflow-auto ${className}`}
      >
        {children}
      </section>
      <div data-edge className={`${shadowClass} ${edgeClass}`} />
    </div>
  );
}

/** Returns a ref, and whether its element can still scroll to the right. */
function useOverflowRight<T extends HTMLElement>(): [RefObject<T | null>, boolean] {
  const element = useRef<T>(null);
  const [hasMore, setHasMore] = useState(false);

  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const update = () =>
      setHasMore(scroller.scrollWidth - scroller.clientWidth - Math.ceil(scroller.scrollLeft) > 1);
    const observer = new ResizeObserver(update);
    observer.observe(scroller);
    for (const child of scroller.children) observer.observe(child);
    scroller.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', update);
    };
  }, []);

  return [element, hasMore];
}
