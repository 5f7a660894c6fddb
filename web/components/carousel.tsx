import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#web/i18n/numbers.ts';
import { CarouselControls, CarouselDots } from './carousel-controls.tsx';
import type { Engine, Position } from './carousel-engine.ts';
import { onceNearViewport } from './render-near-viewport.tsx';

type Slide = {
  key: string;
  /** Names the slide for screen readers. */
  label: string;
  content: ReactNode;
};

type Props = {
  /** Names the carousel for screen readers. */
  label: string;
  slides: readonly Slide[];
  /** Gives the carousel its measures: `--per-view` and `--gap`, by window width. */
  className?: string;
  /** After the last slide comes the first, as if it were a ring. Otherwise 'Next' leads back to the start. */
  loop?: boolean;
  /** Counts the slides in place of a dot for each: where there are many. */
  counted?: boolean;
  /** Stands in a row with the controls. */
  aside?: ReactNode;
};

const wideFoot =
  'mx-auto mt-6 flex max-w-(--page) flex-wrap items-center justify-between gap-4 px-edge [&>:last-child]:min-w-48';

/** Slides in a row. Without JavaScript, and until it is near, a row that scrolls; the same places with it. */
export function Carousel({ label, slides, className, loop = false, counted = false, aside }: Props) {
  const view = useRef<HTMLDivElement>(null);
  const { position, moved, goTo, ...steps } = useCarousel(view, { loop });
  const labels = slides.map((slide) => slide.label);

  const turnByArrow = (event: KeyboardEvent) => {
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
      onKeyDown={turnByArrow}
    >
      {/* Swiper writes classes and styles here; none of these attributes ever changes. */}
      <div ref={view} className="bb-carousel-view" tabIndex={-1}>
        {/* While it scrolls by itself, the keyboard scrolls it too. */}
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
      <div className={aside ? wideFoot : 'mt-4'}>
        {aside}
        {position && position.count > 1 ? (
          <CarouselControls {...steps}>
            {counted ? (
              <p className="bb-carousel-count">
                {formatNumber(position.index + 1)} / {formatNumber(position.count)}
              </p>
            ) : (
              <CarouselDots labels={labels.slice(0, position.count)} index={position.index} goTo={goTo} />
            )}
          </CarouselControls>
        ) : (
          <div className="bb-carousel-controls" />
        )}
      </div>
      <p className="sr-only" aria-live="polite">
        {moved &&
          position &&
          t`Slide ${formatNumber(position.index + 1)} of ${formatNumber(position.count)}: ${labels[position.index] ?? ''}`}
      </p>
    </div>
  );
}

/** A carousel's engine, loaded once its row comes near; undefined until then, while the row scrolls by itself. */
function useCarousel(view: RefObject<HTMLElement | null>, { loop }: { loop: boolean }) {
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
    const stopWaiting = onceNearViewport(element, async () => {
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
