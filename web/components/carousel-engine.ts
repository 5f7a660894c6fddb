import Swiper from 'swiper';

export type EngineOptions = {
  /** After the last slide comes the first. */
  loop: boolean;
  /** The slide to begin with. */
  start: number;
  /** Told at once, after each move, and when the window's width changes how many positions there are. */
  onMove: (position: Position) => void;
};

/** Where a carousel stands, and how many positions it has. */
export type Position = { index: number; count: number };

export type Engine = { next(): void; previous(): void; goTo(index: number): void; stop(): void };

/**
 * Takes over the scrolling of a drawn row of slides: same elements, same places.
 * How many slides stand side by side (`--per-view`) and the space between them (`column-gap`) are told by CSS.
 */
export function startEngine(view: HTMLElement, { loop, start, onMove }: EngineOptions): Engine {
  const row = view.firstElementChild as HTMLElement;
  const spaces = () => ({
    slidesPerView: perView(view),
    spaceBetween: Number.parseFloat(getComputedStyle(view).getPropertyValue('--gap-px')) || 0,
  });
  row.scrollLeft = 0;
  const swiper = new Swiper(view, {
    init: false,
    wrapperClass: 'bb-carousel-row',
    slideClass: 'bb-carousel-slide',
    ...spaces(),
    // Who presses 'Next' twice means it.
    loopPreventsSliding: false,
    loop: loop && row.children.length > 1,
    rewind: !loop,
    initialSlide: start,
    speed: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 420,
    simulateTouch: false,
    watchOverflow: false,
    focusableElements: 'input, select, option, textarea, button, video, label, a',
  });
  swiper.on('beforeResize', () => void Object.assign(swiper.params, spaces()));
  const settle = () => {
    showOnly(swiper, perView(view));
    onMove(positionOf(swiper));
  };
  for (const event of ['init', 'slideChange', 'resize', 'transitionEnd'] as const) swiper.on(event, settle);
  view.dataset.alive = '';
  swiper.init();
  return {
    next: () => void swiper.slideNext(),
    previous: () => void swiper.slidePrev(),
    goTo: (index) => void (loop ? swiper.slideToLoop(index) : swiper.slideTo(index)),
    stop() {
      delete view.dataset.alive;
      swiper.destroy(true, true);
    },
  };
}

const perView = (view: HTMLElement): number =>
  Number(getComputedStyle(view).getPropertyValue('--per-view')) || 1;

const positionOf = (swiper: Swiper): Position =>
  swiper.params.loop
    ? { index: swiper.realIndex, count: swiper.slides.length }
    : { index: swiper.snapIndex, count: swiper.snapGrid.length };

const knowsInert = 'inert' in HTMLElement.prototype;

/** What stands outside the view is out of reach: neither Tab nor a screen reader goes there. */
function showOnly({ slides, activeIndex, el }: Swiper, count: number): void {
  for (const [index, slide] of slides.entries()) {
    const hidden = index < activeIndex || index >= activeIndex + count;
    if (hidden && slide.contains(document.activeElement)) el.focus({ preventScroll: true });
    slide.inert = hidden;
    // Before `inert` (Chrome 102, Firefox 112) nothing else keeps the focus away.
    if (!knowsInert) slide.style.visibility = hidden ? 'hidden' : '';
  }
}
