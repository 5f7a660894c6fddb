import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { numberText } from '#web/language/numbers.ts';
import { CarouselControls } from './carousel-controls.tsx';
import { CarouselDots } from './carousel-dots.tsx';
import { useCarousel } from './use-carousel.ts';

export type Slide = {
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
              aria-label={t`${numberText(index + 1)} of ${numberText(slides.length)}: ${name}`}
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
                {numberText(position.index + 1)} / {numberText(position.count)}
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
          t`Slide ${numberText(position.index + 1)} of ${numberText(position.count)}: ${labels[position.index] ?? ''}`}
      </p>
    </div>
  );
}
