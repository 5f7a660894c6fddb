import { t } from '@lingui/core/macro';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { language } from '#web/i18n/language.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { CarouselControls } from './carousel-controls.tsx';
import type { CoverflowEngine, RenderedSlides } from './coverflow-engine.ts';

type Item = { _id: string };

type Props<T extends Item> = {
  /** Accessible name of the coverflow. */
  label: string;
  items: readonly T[];
  /** Returns the accessible name of a slide. */
  getLabel: (item: T) => string;
  /** Renders a slide. Only the slide with `isActive` is visible to screen readers. */
  renderItem: (item: T, isActive: boolean) => ReactNode;
  initialIndex: number;
  /** Whether more slides can be loaded. */
  hasMore?: boolean;
  /** Called with the current index, at first and after each move. */
  onIndexChange: (index: number) => void;
};

const digits = (number: number): string => (language === 'en' ? String(number) : formatNumber(number));

function slideLabel(position: number, count: number, hasMore: boolean, name: string): string {
  const [number, all] = [digits(position), digits(count)];
  return hasMore ? t`${number} of more than ${all}: ${name}` : t`${number} of ${all}: ${name}`;
}

function announcement(position: number, count: number, hasMore: boolean, name: string): string {
  const [number, all] = [digits(position), digits(count)];
  return hasMore ? t`Slide ${number} of more than ${all}: ${name}` : t`Slide ${number} of ${all}: ${name}`;
}

/** Rendered neighbors on each side: those visible now or after the next step. Other slides stay empty. */
const RENDERED_NEIGHBORS = 2;

/**
 * Renders a carousel with one slide in the middle and its neighbors turned away. Shows a count instead of
 * dots.
 */
export function Coverflow<T extends Item>(props: Props<T>) {
  const { label, items, getLabel, renderItem, initialIndex, hasMore = false, onIndexChange } = props;
  const view = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => items.map(({ _id }) => _id), [items]);
  const { index, rendered, goTo } = useCoverflow(view, keys, initialIndex);
  const [hasMoved, setHasMoved] = useState(false);
  const count = items.length;

  useEffect(() => onIndexChange(index), [index, onIndexChange]);
  if (index !== initialIndex && !hasMoved) setHasMoved(true);

  // 'Next' on the last slide goes to the first one, unless more slides can be loaded.
  const step = (by: 1 | -1) => {
    const to = index + by;
    if (to >= 0 && to < count) goTo(to);
    else if (!hasMore) goTo(to < 0 ? count - 1 : 0);
  };
  const onArrowKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  };

  const { from, to, offset } = rendered ?? { from: index, to: index + 1, offset: 0 };
  const current = items[index];

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-roledescription={t`carousel`}
      aria-label={label}
      className="flex min-h-0 flex-1 flex-col gap-3"
      onKeyDown={onArrowKey}
    >
      {/* Swiper changes classes and styles here, so React must never update these attributes. */}
      <div ref={view} className="bb-coverflow-view min-h-0 flex-1" tabIndex={-1} data-first-focus>
        <div className="bb-coverflow-row">
          {items.slice(from, to).map((item, i) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
            <div
              key={item._id}
              role="group"
              aria-roledescription={t`slide`}
              aria-label={slideLabel(from + i + 1, count, hasMore, getLabel(item))}
              aria-hidden={from + i === index ? undefined : true}
              data-swiper-slide-index={from + i}
              className="bb-coverflow-slide"
              style={{ left: offset }}
            >
              {Math.abs(from + i - index) <= RENDERED_NEIGHBORS && renderItem(item, from + i === index)}
            </div>
          ))}
        </div>
      </div>
      {count > 1 && (
        <CarouselControls onNext={() => step(1)} onPrevious={() => step(-1)}>
          <p className="bb-carousel-count">
            {digits(index + 1)} / {digits(count)}
            {hasMore && '+'}
          </p>
        </CarouselControls>
      )}
      <p className="sr-only" aria-live="polite">
        {hasMoved && current && announcement(index + 1, count, hasMore, getLabel(current))}
      </p>
    </div>
  );
}

/**
 * Returns the current index and the slides that the engine wants rendered. There are none until the engine
 * has loaded.
 * @param keys ids of the slides: the current slide stays in the middle when others are added or removed
 */
function useCoverflow(view: RefObject<HTMLElement | null>, keys: readonly string[], initialIndex: number) {
  const engine = useRef<CoverflowEngine>(undefined);
  const latest = useRef({ keys, index: initialIndex });
  const [index, setIndex] = useState(initialIndex);
  const [rendered, setRendered] = useState<RenderedSlides>();

  const setCurrent = (next: number) => {
    latest.current.index = next;
    setIndex(next);
  };

  useLayoutEffect(() => {
    const before = latest.current;
    if (before.keys === keys) return;
    const found = keys.indexOf(before.keys[before.index] ?? '');
    const next = found === -1 ? Math.max(0, Math.min(before.index, keys.length - 1)) : found;
    latest.current = { keys, index: next };
    setIndex(next);
    if (keys.length > 0) engine.current?.resize(keys.length, next);
  }, [keys]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: setCurrent always does the same
  useEffect(() => {
    let isUnmounted = false;
    const loadEngine = async () => {
      const { startCoverflow } = await import('./coverflow-engine.ts');
      if (isUnmounted || !view.current) return;
      const { keys: slides, index: current } = latest.current;
      engine.current = startCoverflow(view.current, {
        count: slides.length,
        initialIndex: current,
        render: setRendered,
        onIndexChange: setCurrent,
      });
    };
    // If the engine does not load, one slide at a time is visible.
    loadEngine().catch(() => undefined);
    return () => {
      isUnmounted = true;
      engine.current?.stop();
      engine.current = undefined;
    };
  }, [view]);

  useLayoutEffect(() => {
    if (rendered) engine.current?.onRendered();
  }, [rendered]);

  const goTo = (to: number) => (engine.current ? engine.current.goTo(to) : setCurrent(to));
  return { index: Math.min(index, keys.length - 1), rendered, goTo };
}
