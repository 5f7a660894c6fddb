import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#web/i18n/numbers.ts';
import { CarouselControls, CarouselDots } from './carousel-controls.tsx';

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
  /** Class that sets `--per-view` and `--gap` by window width. */
  className?: string;
  /** Shows a count instead of dots, for many slides. */
  showCount?: boolean;
  /** Content next to the controls. */
  footer?: ReactNode;
};

const footerClass =
  'mx-auto mt-6 flex max-w-(--page) flex-wrap items-center justify-between gap-4 px-edge [&>:last-child]:min-w-[min(12rem,100%)]';

/** Renders a row of slides that scrolls, with controls. 'Next' on the last slide leads to the first one. */
export function Carousel({ label, slides, className, showCount = false, footer }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const { index, count, hasMoved, goTo } = useCarousel(row, slides.length);
  const labels = slides.map((slide) => slide.label);
  const next = () => goTo((index + 1) % count);
  const previous = () => goTo((index + count - 1) % count);

  const onArrowKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    if (event.key === 'ArrowRight') next();
    else previous();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-roledescription={t`carousel`}
      aria-label={label}
      className={className}
      onKeyDown={onArrowKey}
    >
      {/* The row is focusable, so that the keyboard can scroll it even without scripts. */}
      <div
        ref={row}
        className="bb-carousel-row focus-visible:-outline-offset-3 motion-safe:scroll-smooth"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
      >
        {slides.map(({ key, label: name, content }, position) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          <div
            key={key}
            role="group"
            aria-roledescription={t`slide`}
            aria-label={t`${formatNumber(position + 1)} of ${formatNumber(slides.length)}: ${name}`}
            className="bb-carousel-slide"
          >
            {content}
          </div>
        ))}
      </div>
      <div className={footer ? footerClass : 'mt-4'}>
        {footer}
        {count > 1 ? (
          <CarouselControls onNext={next} onPrevious={previous}>
            {showCount ? (
              <p className="bb-carousel-count">
                {formatNumber(index + 1)} / {formatNumber(count)}
              </p>
            ) : (
              <CarouselDots labels={labels.slice(0, count)} activeIndex={index} onSelect={goTo} />
            )}
          </CarouselControls>
        ) : (
          <div className="bb-carousel-controls" />
        )}
      </div>
      <p className="sr-only" aria-live="polite">
        {hasMoved && t`Slide ${formatNumber(index + 1)} of ${formatNumber(count)}: ${labels[index] ?? ''}`}
      </p>
    </div>
  );
}

/** Time without scrolling after which the position of the row is reported. */
const SETTLED_MS = 150;

/** Tracks the slide at the start of the row, and the number of positions of the row (0 before hydration). */
function useCarousel(row: RefObject<HTMLDivElement | null>, length: number) {
  const [{ index, count }, setPosition] = useState({ index: 0, count: 0 });
  const [hasMoved, setHasMoved] = useState(false);
  /** The position of the row, or the one to which a control is moving it. */
  const goal = useRef({ index: 0, isMoving: false });

  useEffect(() => {
    const { current } = row;
    if (!current || length === 0) return;
    const settle = () => {
      // A busy browser may not have started its smooth scroll yet, or may have ended it too early.
      if (goal.current.isMoving) jumpTo(current, goal.current.index);
      const position = readPosition(current);
      goal.current = { index: position.index, isMoving: false };
      setPosition(position);
    };
    let timer: ReturnType<typeof setTimeout>;
    let frame = 0;
    const stopWaiting = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
    const onScroll = () => {
      stopWaiting();
      // On a slow phone the timer may fire before a pending scroll event. Wait for the frame, which follows
      // that event.
      timer = setTimeout(() => {
        frame = requestAnimationFrame(settle);
      }, SETTLED_MS);
    };
    let width = 0;
    const observer = new ResizeObserver(() => {
      // Pictures that load change the height only.
      if (current.clientWidth === width) return;
      if (width > 0) jumpTo(current, goal.current.index);
      width = current.clientWidth;
      settle();
    });
    observer.observe(current);
    const onOwnScroll = () => {
      goal.current.isMoving = false;
      current.style.removeProperty('scroll-snap-type');
    };
    current.addEventListener('scroll', onScroll, { passive: true });
    for (const start of ['touchmove', 'wheel'])
      current.addEventListener(start, onOwnScroll, { passive: true });
    return () => {
      stopWaiting();
      observer.disconnect();
      current.removeEventListener('scroll', onScroll);
      for (const start of ['touchmove', 'wheel']) current.removeEventListener(start, onOwnScroll);
    };
  }, [row, length]);

  return {
    index,
    count,
    /** True after the user has chosen another slide with a control. */
    hasMoved,
    goTo(next: number) {
      const { current } = row;
      if (!current) return;
      goal.current = { index: next, isMoving: true };
      // A picture that loads in the meantime would snap the row back.
      current.style.scrollSnapType = 'none';
      current.scrollTo({ left: next * stepWidth(current) });
      // Restart the timer of an earlier move, which would report the present position of the row.
      current.dispatchEvent(new Event('scroll'));
      setPosition({ index: next, count });
      setHasMoved(true);
    },
  };
}

function jumpTo(row: HTMLElement, index: number): void {
  row.scrollTo({ left: index * stepWidth(row), behavior: 'instant' });
}

/** Returns the distance in pixels from one slide to the next. */
function stepWidth(row: HTMLElement): number {
  const gap = Number.parseFloat(getComputedStyle(row).columnGap) || 0;
  return (row.firstElementChild?.getBoundingClientRect().width ?? 0) + gap;
}

function readPosition(row: HTMLElement): { index: number; count: number } {
  const step = stepWidth(row);
  const perView = Math.max(1, Math.round(row.clientWidth / step));
  return {
    index: Math.round(row.scrollLeft / step),
    count: Math.max(1, row.childElementCount - perView + 1),
  };
}
