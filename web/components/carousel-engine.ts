import Swiper from 'swiper';

export type EngineOptions = {
  /** Infinite loop. */
  loop: boolean;
  /** Index of the initial slide. */
  initialIndex: number;
  /** Called at start, after each move, and when the window width changes the number of positions. */
  onPositionChange: (position: Position) => void;
};

/** Current position and number of positions. */
export type Position = { index: number; count: number };

export type Engine = { next(): void; previous(): void; goTo(index: number): void; stop(): void };

/**
 * Replaces the native scrolling of a rendered row of slides by Swiper, without a layout change. CSS sets the number of
 * slides per view (`--per-view`) and the gap (`--gap-px`).
 */
export function startEngine(
  view: HTMLElement,
  { loop, initialIndex, onPositionChange }: EngineOptions,
): Engine {
  const row = view.firstElementChild as HTMLElement;
  const readSpacing = () => ({
    slidesPerView: perView(view),
    spaceBetween: Number.parseFloat(getComputedStyle(view).getPropertyValue('--gap-px')) || 0,
  });
  row.scrollLeft = 0;
  const swiper = new Swiper(view, {
    init: false,
    wrapperClass: 'bb-carousel-row',
    slideClass: 'bb-carousel-slide',
    ...readSpacing(),
    // Handle each click on 'Next', also during a transition.
    loopPreventsSliding: false,
    loop: loop && row.children.length > 1,
    rewind: !loop,
    initialSlide: initialIndex,
    speed: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 420,
    simulateTouch: false,
    watchOverflow: false,
    focusableElements: 'input, select, option, textarea, button, video, label, a',
  });
  swiper.on('beforeResize', () => void Object.assign(swiper.params, readSpacing()));
  const update = () => {
    hideOffscreenSlides(swiper, perView(view));
    onPositionChange(readPosition(swiper));
  };
  for (const event of ['init', 'slideChange', 'resize', 'transitionEnd'] as const) swiper.on(event, update);
  view.dataset.ready = '';
  swiper.init();
  return {
    next: () => void swiper.slideNext(),
    previous: () => void swiper.slidePrev(),
    goTo: (index) => void (loop ? swiper.slideToLoop(index) : swiper.slideTo(index)),
    stop() {
      delete view.dataset.ready;
      swiper.destroy(true, true);
    },
  };
}

const perView = (view: HTMLElement): number =>
  Number(getComputedStyle(view).getPropertyValue('--per-view')) || 1;

const readPosition = (swiper: Swiper): Position =>
  swiper.params.loop
    ? { index: swiper.realIndex, count: swiper.slides.length }
    : { index: swiper.snapIndex, count: swiper.snapGrid.length };

const supportsInert = 'inert' in HTMLElement.prototype;

/** Makes slides outside the view inert, so that Tab and screen readers skip them. */
function hideOffscreenSlides({ slides, activeIndex, el }: Swiper, count: number): void {
  for (const [index, slide] of slides.entries()) {
    const isHidden = index < activeIndex || index >= activeIndex + count;
    if (isHidden && slide.contains(document.activeElement)) el.focus({ preventScroll: true });
    slide.inert = isHidden;
    // Fallback for browsers without `inert` (before Chrome 102, Firefox 112).
    if (!supportsInert) slide.style.visibility = isHidden ? 'hidden' : '';
  }
}
