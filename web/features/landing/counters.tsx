import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { pageData } from '#web/before-react/page-data.ts';
import { useIsInHtml } from '#web/browser/use-hydrated.ts';
import { isOwn, LandingDetail, LandingText } from '#web/components/landing-text.tsx';
import { onceNearViewport } from '#web/components/render-near-viewport.tsx';
import { formatPlainNumber } from '#web/i18n/digits.ts';

export function Counters() {
  return (
    <section aria-labelledby="counters" className="bg-band text-on-band">
      <div className="bb-page py-7 md:py-16">
        <h2 id="counters" className={isOwn('counters.title') ? 'mb-6' : 'sr-only'}>
          <LandingText name="counters.title">
            <Trans>Our results so far</Trans>
          </LandingText>
        </h2>
        <LandingDetail section="counters" className="mb-6 text-on-band" />
        <ul className="grid grid-cols-2 gap-x-6 gap-y-5 md:gap-y-8 wide:grid-cols-4">
          {pageData().site.counters.map(({ label, lang, value }) => (
            <li key={label} className="border-band-line border-s-2 ps-4">
              <CountUp end={value} />
              <p lang={lang}>{label}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/**
 * Counts up over 2 seconds when first visible, without thousands separators. The HTML contains the final
 * figure, which stays if it was visible before hydration.
 */
function CountUp({ end }: { end: number }) {
  const output = useRef<HTMLParagraphElement>(null);
  const isInHtml = useIsInHtml();

  useEffect(() => {
    const element = output.current;
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    if (isInHtml && element.getBoundingClientRect().top < window.innerHeight) return;
    let frame = 0;
    const startCount = () => {
      const startTime = performance.now();
      const step = (now: number) => {
        const figure = figureAt(now - startTime, end);
        element.textContent = formatPlainNumber(figure);
        if (figure < end) frame = requestAnimationFrame(step);
      };
      step(startTime);
    };
    const stopWaiting = onceNearViewport(element, startCount, '0px');
    return () => {
      stopWaiting();
      cancelAnimationFrame(frame);
      element.textContent = formatPlainNumber(end);
    };
  }, [end, isInHtml]);

  return (
    <p
      ref={output}
      data-counter
      className="font-heading text-[clamp(2.5rem,1.7rem+3.6vw,4.25rem)] font-semibold [font-variant-numeric:lining-nums_tabular-nums] leading-[1.1] bn:leading-[1.45]"
    >
      {formatPlainNumber(end)}
    </p>
  );
}

const DURATION_MS = 2000;

/** Returns the figure to show after `elapsed` ms. It rises quickly at first and ends exactly at `end`. */
export function figureAt(elapsed: number, end: number): number {
  const share = Math.min(Math.max(elapsed / DURATION_MS, 0), 1);
  return share === 1 ? end : Math.floor(end * (1 - (1 - share) ** 3));
}
