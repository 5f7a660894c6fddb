import { useEffect, useRef } from 'react';
import { localeOfPage } from '#web/language/language.ts';
import { whenNear } from '#web/ui/near.ts';
import { countAt } from './count-at.ts';

/** The specification's figures stand without commas. */
const { format: figureText } = new Intl.NumberFormat(localeOfPage, { useGrouping: false });

/** Counts up over two seconds when first seen. The final figure is what the page itself holds. */
export function CountUp({ to }: { to: number }) {
  const shown = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const element = shown.current;
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let frame = 0;
    const count = () => {
      const began = performance.now();
      const step = (now: number) => {
        const figure = countAt(now - began, to);
        element.textContent = figureText(figure);
        if (figure < to) frame = requestAnimationFrame(step);
      };
      step(began);
    };
    const stopWaiting = whenNear(element, count, '0px');
    return () => {
      stopWaiting();
      cancelAnimationFrame(frame);
      element.textContent = figureText(to);
    };
  }, [to]);

  return (
    <p ref={shown} className="bb-counter">
      {figureText(to)}
    </p>
  );
}
