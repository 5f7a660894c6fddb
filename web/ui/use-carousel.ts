import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Engine, Position } from './carousel-engine.ts';
import { whenNear } from './near.ts';

/** A carousel's engine, loaded once its row comes near; undefined until then, while the row scrolls by itself. */
export function useCarousel(view: RefObject<HTMLElement | null>, { loop }: { loop: boolean }) {
  const engine = useRef<Engine>(undefined);
  const [position, setPosition] = useState<Position>();
  const [moved, setMoved] = useState(false);

  useEffect(() => {
    const element = view.current;
    if (!element) return;
    let gone = false;
    let last: Position | undefined;
    const follow = (now: Position) => {
      if (last && last.index !== now.index) setMoved(true);
      last = now;
      setPosition((before) => (before?.index === now.index && before.count === now.count ? before : now));
    };
    const stopWaiting = whenNear(element, async () => {
      const { startEngine } = (await import('./carousel-engine.ts').catch(() => undefined)) ?? {};
      // A row whose engine does not come goes on scrolling by itself.
      if (gone || !startEngine) return;
      engine.current = startEngine(element, { loop, start: slideInView(element), onMove: follow });
    });
    return () => {
      gone = true;
      stopWaiting();
      engine.current?.stop();
      engine.current = undefined;
    };
  }, [view, loop]);

  return {
    position,
    /** True once a person has gone to another slide. */
    moved,
    next: () => engine.current?.next(),
    previous: () => engine.current?.previous(),
    goTo: (index: number) => engine.current?.goTo(index),
  };
}

/** The slide that somebody has scrolled to meanwhile. */
function slideInView(view: HTMLElement): number {
  const row = view.firstElementChild;
  const width = row?.firstElementChild?.getBoundingClientRect().width;
  return row && width ? Math.round(row.scrollLeft / width) : 0;
}
