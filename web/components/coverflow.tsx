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
  /** Names the coverflow for screen readers. */
  label: string;
  items: readonly T[];
  /** Names one slide for screen readers. */
  nameOf: (item: T) => string;
  /** Draws one slide; `inMiddle` is the one that people look at, and the only one that is read aloud. */
  render: (item: T, inMiddle: boolean) => ReactNode;
  /** The slide to begin with. */
  start: number;
  /** Whether more will follow the last one. */
  more?: boolean;
  /** Told where it stands, at first and after each move. */
  onMove: (index: number) => void;
};

const digits = (number: number): string => (language === 'en' ? String(number) : formatNumber(number));

function placeOf(place: number, count: number, more: boolean, name: string): string {
  const [number, all] = [digits(place), digits(count)];
  return more ? t`${number} of more than ${all}: ${name}` : t`${number} of ${all}: ${name}`;
}

function movedTo(place: number, count: number, more: boolean, name: string): string {
  const [number, all] = [digits(place), digits(count)];
  return more ? t`Slide ${number} of more than ${all}: ${name}` : t`Slide ${number} of ${all}: ${name}`;
}

/** How many neighbours can be seen on each side, or will be after the next step: the others stay empty. */
const seenBeside = 2;

/** Any number of slides, one in the middle and its neighbours turned away; counted instead of dotted. */
export function Coverflow<T extends Item>(props: Props<T>) {
  const { label, items, nameOf, render, start, more = false, onMove } = props;
  const view = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => items.map(({ _id }) => _id), [items]);
  const { index, drawn, goTo } = useCoverflow(view, keys, start);
  const [moved, setMoved] = useState(false);
  const count = items.length;

  useEffect(() => onMove(index), [index, onMove]);
  if (index !== start && !moved) setMoved(true);

  // From the end 'Next' leads back to the start, once the end is known.
  const turn = (by: 1 | -1) => {
    const to = index + by;
    if (to >= 0 && to < count) goTo(to);
    else if (!more) goTo(to < 0 ? count - 1 : 0);
  };
  const turnByArrow = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') turn(1);
    if (event.key === 'ArrowLeft') turn(-1);
  };

  const { from, to, offset } = drawn ?? { from: index, to: index + 1, offset: 0 };
  const current = items[index];

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-roledescription={t`carousel`}
      aria-label={label}
      className="flex min-h-0 flex-1 flex-col gap-3"
      onKeyDown={turnByArrow}
    >
      {/* Swiper writes classes and styles here; none of these attributes ever changes. */}
      <div ref={view} className="bb-coverflow-view min-h-0 flex-1" tabIndex={-1} data-first-focus>
        <div className="bb-coverflow-row">
          {items.slice(from, to).map((item, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
            <div
              key={item._id}
              role="group"
              aria-roledescription={t`slide`}
              aria-label={placeOf(from + at + 1, count, more, nameOf(item))}
              aria-hidden={from + at === index ? undefined : true}
              data-swiper-slide-index={from + at}
              className="bb-coverflow-slide"
              style={{ left: offset }}
            >
              {Math.abs(from + at - index) <= seenBeside && render(item, from + at === index)}
            </div>
          ))}
        </div>
      </div>
      {count > 1 && (
        <CarouselControls next={() => turn(1)} previous={() => turn(-1)}>
          <p className="bb-carousel-count">
            {digits(index + 1)} / {digits(count)}
            {more && '+'}
          </p>
        </CarouselControls>
      )}
      <p className="sr-only" aria-live="polite">
        {moved && current && movedTo(index + 1, count, more, nameOf(current))}
      </p>
    </div>
  );
}

/**
 * Where a coverflow stands, and which slides its engine wants drawn: none until it has loaded, or when it cannot be.
 * `keys` name the slides: the one in the middle stays there when others come or go.
 */
function useCoverflow(view: RefObject<HTMLElement | null>, keys: readonly string[], start: number) {
  const engine = useRef<CoverflowEngine>(undefined);
  const latest = useRef({ keys, index: start });
  const [index, setIndex] = useState(start);
  const [drawn, setDrawn] = useState<RenderedSlides>();

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
