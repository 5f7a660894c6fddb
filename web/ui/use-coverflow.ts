import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CoverflowEngine, DrawnSlides } from './coverflow-engine.ts';

/**
 * Where a coverflow stands, and which slides its engine wants drawn: none until it has loaded, or when it cannot be.
 * `keys` name the slides: the one in the middle stays there when others come or go.
 */
export function useCoverflow(view: RefObject<HTMLElement | null>, keys: readonly string[], start: number) {
  const engine = useRef<CoverflowEngine>(undefined);
  const latest = useRef({ keys, index: start });
  const [index, setIndex] = useState(start);
  const [drawn, setDrawn] = useState<DrawnSlides>();

  const follow = (now: number) => {
    latest.current.index = now;
    setIndex(now);
  };

  useLayoutEffect(() => {
    const before = latest.current;
    if (before.keys === keys) return;
    const found = keys.indexOf(before.keys[before.index] ?? '');
    const now = found === -1 ? Math.max(0, Math.min(before.index, keys.length - 1)) : found;
    latest.current = { keys, index: now };
    setIndex(now);
    if (keys.length > 0) engine.current?.resize(keys.length, now);
  }, [keys]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls does the same every time
  useEffect(() => {
    let gone = false;
    const begin = async () => {
      const { startCoverflow } = await import('./coverflow-engine.ts');
      if (gone || !view.current) return;
      const { keys: slides, index: at } = latest.current;
      engine.current = startCoverflow(view.current, {
        count: slides.length,
        start: at,
        draw: setDrawn,
        onMove: follow,
      });
    };
    // One slide at a time can be seen without it.
    begin().catch(() => undefined);
    return () => {
      gone = true;
      engine.current?.stop();
      engine.current = undefined;
    };
  }, [view]);

  useLayoutEffect(() => {
    if (drawn) engine.current?.drawn();
  }, [drawn]);

  const goTo = (to: number) => (engine.current ? engine.current.goTo(to) : follow(to));
  return { index: Math.min(index, keys.length - 1), drawn, goTo };
}
