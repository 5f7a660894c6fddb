import Swiper from 'swiper';
import { EffectCoverflow, Virtual } from 'swiper/modules';
import { type Range, VIRTUALIZATION_THRESHOLD } from './masonry-layout.ts';

/** Slides to render. Each is shifted by `offset` pixels. */
export type RenderedSlides = Range & { offset: number };

export type CoverflowOptions = {
  /** Number of all slides, rendered or not. */
  count: number;
  initialIndex: number;
  /** Requests slides. Call `onRendered` when they are in the DOM. */
  render: (slides: RenderedSlides) => void;
  onIndexChange: (index: number) => void;
};

export type CoverflowEngine = {
  goTo(index: number): void;
  /** Sets the number of slides and the current index. */
  resize(count: number, index: number): void;
  /** Call this when the requested slides are in the DOM. */
  onRendered(): void;
  stop(): void;
};

/** Returns how many slides to render on each side of the middle one. */
const neighborCount = (count: number): number =>
  count <= VIRTUALIZATION_THRESHOLD ? VIRTUALIZATION_THRESHOLD : 4;

/** Starts a coverflow in `view`. With many slides only the middle one and its neighbors are rendered. */
export function startCoverflow(view: HTMLElement, options: CoverflowOptions): CoverflowEngine {
  const { count, initialIndex, render, onIndexChange } = options;
  const isReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const swiper = new Swiper(view, {
    modules: [EffectCoverflow, Virtual],
    init: false,
    wrapperClass: 'bb-coverflow-row',
    slideClass: 'bb-coverflow-slide',
    slidesPerView: slidesPerView(view),
    centeredSlides: true,
    effect: 'coverflow',
    coverflowEffect: { rotate: 32, depth: 140, stretch: 0, modifier: 1, slideShadows: false },
    virtual: {
      enabled: true,
      cache: false,
      slides: Array.from({ length: count }, () => ''),
      renderExternal: ({ from, to, offset }) => render({ from, to: to + 1, offset }),
      renderExternalUpdate: false,
      addSlidesBefore: neighborCount(count),
      addSlidesAfter: neighborCount(count),
    },
    initialSlide: initialIndex,
    speed: isReducedMotion ? 0 : 420,
    simulateTouch: false,
    watchOverflow: false,
    focusableElements: 'input, select, option, textarea, button, video, label, a',
  });
  swiper.on('beforeResize', () => {
    swiper.params.slidesPerView = slidesPerView(view);
  });
  swiper.on('slideChange', () => onIndexChange(swiper.activeIndex));
  // Swiper's own index counts rendered slides only.
  swiper.on('click', ({ clickedSlide }) => {
    const index = clickedSlide?.dataset.swiperSlideIndex;
    if (index !== undefined && Number(index) !== swiper.activeIndex) swiper.slideTo(Number(index));
  });
  view.dataset.ready = '';
  swiper.init();
  return {
    goTo: (index) => void swiper.slideTo(index, Math.abs(index - swiper.activeIndex) > 1 ? 0 : undefined),
    resize(now, index) {
      swiper.virtual.slides = Array.from({ length: now }, () => '');
      Object.assign(swiper.params.virtual ?? {}, {
        addSlidesBefore: neighborCount(now),
        addSlidesAfter: neighborCount(now),
      });
      swiper.updateSlides();
      swiper.slideTo(index, 0, false);
      swiper.virtual.update(true);
    },
    onRendered() {
      swiper.updateSlides();
      swiper.updateProgress();
      swiper.updateSlidesClasses();
      swiper.emit('_virtualUpdated');
    },
    stop() {
      delete view.dataset.ready;
      swiper.destroy(true, true);
    },
  };
}

/** Matches the slide width of carousel.css: at most 40 rem and 82 % of the view. */
function slidesPerView({ clientWidth }: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return clientWidth / Math.min(0.82 * clientWidth, 40 * rem);
}
