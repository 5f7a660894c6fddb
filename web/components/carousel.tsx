import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#web/i18n/numbers.ts';
import { CarouselControls, CarouselDots } from './carousel-controls.tsx';
import type { Engine, Position } from './carousel-engine.ts';
import { onceNearViewport } from './render-near-viewport.tsx';

type Slide = {
  key: string;
  /** Accessible name of the slide. */
  label: string;
  content: ReactNode;
};

type Props = {
  /** Accessible name of the carousel. */
  label: string;
  slides: readonly Slide[];
  /** Class that sets `--per-view` and `--gap-px` by window width. */
  className?: string;
  /** Infinite loop. Otherwise 'Next' on the last slide rewinds to the first one. */
  loop?: boolean;
  /** Shows a count instead of dots, for many slides. */
  showCount?: boolean;
  /** Content next to the controls. */
  footer?: ReactNode;
};

const footerClass =
  'mx-auto mt-6 flex max-w-(--page) flex-wrap items-center justify-between gap-4 px-edge [&>:last-child]:min-w-[min(12rem,100%)]';

/** Carousel of slides. Without JavaScript, and until it is near the viewport, it is a scrolling row of the same layout. */
export function Carousel({ label, slides, className, loop = false, showCount = false, footer }: Props) {
  const view = useRef<HTMLDivElement>(null);
  const { position, hasMoved, goTo, ...steps } = useCarousel(view, { loop });
  const labels = slides.map((slide) => slide.label);

  const onArrowKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') steps.next();
    if (event.key === 'ArrowLeft') steps.previous();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-roledescription={t`carousel`}
      aria-label={label}
      className={`bb-carousel ${className ?? ''}`.trim()}
      onKeyDown={onArrowKey}
    >
      {/* Swiper changes classes and styles here, so React must never update these attributes. */}
      <div ref={view} className="bb-carousel-view" tabIndex={-1}>
        {/* Focusable without the engine, so that the keyboard can scroll it. */}
        <div className="bb-carousel-row" tabIndex={position ? undefined : 0}>
          {slides.map(({ key, label: name, content }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
            <div
              key={key}
              role="group"
              aria-roledescription={t`slide`}
              aria-label={t`${formatNumber(index + 1)} of ${formatNumber(slides.length)}: ${name}`}
              className="bb-carousel-slide"
            >
              {content}
            </div>
          ))}
        </div>
      </div>
      <div className={footer ? footerClass : 'mt-4'}>
        {footer}
        {position && position.count > 1 ? (
          <CarouselControls onNext={steps.next} onPrevious={steps.previous}>
            {showCount ? (
              <p className="bb-carousel-count">
                {formatNumber(position.index + 1)} / {formatNumber(position.count)}
              </p>
            ) : (
              <CarouselDots
                labels={labels.slice(0, position.count)}
                activeIndex={position.index}
                onSelect={goTo}
              />
            )}
          </CarouselControls>
        ) : (
          <div className="bb-carousel-controls" />
        )}
      </div>
      <p className="sr-only" aria-live="polite">
        {hasMoved &&
          position &&
          t`Slide ${formatNumber(position.index + 1)} of ${formatNumber(position.count)}: ${labels[position.index] ?? ''}`}
      </p>
    </div>
  );
}

/** Loads the engine when the row comes near the viewport. Until then `position` is undefined and the row scrolls. */
function useCarousel(view: RefObject<HTMLElement | null>, { loop }: { loop: boolean }) {
  const engine = useRef<Engine>(undefined);
  const [position, setPosition] = useState<Position>();
  const [hasMoved, setHasMoved] = useState(false);

  useEffect(() => {
    const element = view.current;
    if (!element) return;
    let isUnmounted = false;
    let last: Position | undefined;
    const onPositionChange = (next: Position) => {
      if (last && last.index !== next.index) setHasMoved(true);
      last = next;
      setPosition((before) => (before?.index === next.index && before.count === next.count ? before : next));
    };
    const stopWaiting = onceNearViewport(element, async () => {
      const { startEngine } = (await import('./carousel-engine.ts').catch(() => undefined)) ?? {};
      // Without the engine the row stays scrollable.
      if (isUnmounted || !startEngine) return;
      engine.current = startEngine(element, { loop, initialIndex: slideInView(element), onPositionChange });
    });
    return () => {
      isUnmounted = true;
      stopWaiting();
      engine.current?.stop();
      engine.current = undefined;
    };
  }, [view, loop]);

  return {
    position,
    /** True after the user has moved to another slide. */
    hasMoved,
    next: () => engine.current?.next(),
    previous: () => engine.current?.previous(),
    goTo: (index: number) => engine.current?.goTo(index),
  };
}

/** Returns the index of the slide that the user has scrolled to. */
function slideInView(view: HTMLElement): number {
  const row = view.firstElementChild;
  const width = row?.firstElementChild?.getBoundingClientRect().width;
  return row && width ? Math.round(row.scrollLeft / width) : 0;
}
