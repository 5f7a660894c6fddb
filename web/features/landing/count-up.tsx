import { useEffect, useRef } from 'react';
import { plainNumberText } from '#web/language/digits.ts';
import { whenNear } from '#web/ui/near.ts';
import { countAt } from './count-at.ts';

/** Counts up over two seconds when first seen, without commas. The final figure is what the page itself holds. */
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
        element.textContent = plainNumberText(figure);
        if (figure < to) frame = requestAnimationFrame(step);
      };
      step(began);
    };
    const stopWaiting = whenNear(element, count, '0px');
    return () => {
      stopWaiting();
      cancelAnimationFrame(frame);
      element.textContent = plainNumberText(to);
    };
  }, [to]);

  return (
    <p
      ref={shown}
      data-counter
      className="font-heading text-[clamp(2.5rem,1.7rem+3.6vw,4.25rem)] font-semibold [font-variant-numeric:lining-nums_tabular-nums] leading-[1.1] bn:leading-[1.45]"
    >
      {plainNumberText(to)}
    </p>
  );
}
