import Swiper from 'swiper';
import { EffectCoverflow, Virtual } from 'swiper/modules';
import { MAX_RENDERED_WHOLE, type Range } from './masonry-layout.ts';

/** The slides that are to be drawn, each `offset` pixels from where it would stand in the row. */
export type RenderedSlides = Range & { offset: number };

export type CoverflowOptions = {
  /** How many slides there are, drawn or not. */
  count: number;
  /** The slide to begin with. */
  start: number;
  /** Asks for slides to be drawn; `drawn` is to be told when they are. */
  draw: (slides: RenderedSlides) => void;
  onMove: (index: number) => void;
};

export type CoverflowEngine = {
  goTo(index: number): void;
  /** There are so many slides now, and this one is in the middle. */
  resize(count: number, index: number): void;
  /** The slides that were asked for stand in the row. */
  drawn(): void;
  stop(): void;
};

/** What is drawn on both sides of the one in the middle, where there are more. */
const around = (count: number): number => (count <= MAX_RENDERED_WHOLE ? MAX_RENDERED_WHOLE : 4);

/** One slide in the middle of `view`, its neighbours turned away; of many slides only these are drawn. */
export function startCoverflow(view: HTMLElement, options: CoverflowOptions): CoverflowEngine {
  const { count, start, draw, onMove } = options;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
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
      renderExternal: ({ from, to, offset }) => draw({ from, to: to + 1, offset }),
      renderExternalUpdate: false,
      addSlidesBefore: around(count),
      addSlidesAfter: around(count),
    },
    initialSlide: start,
    speed: still ? 0 : 420,
    simulateTouch: false,
    watchOverflow: false,
    focusableElements: 'input, select, option, textarea, button, video, label, a',
  });
  swiper.on('beforeResize', () => {
    swiper.params.slidesPerView = slidesPerView(view);
  });
  swiper.on('slideChange', () => onMove(swiper.activeIndex));
  // Swiper itself counts among the drawn slides only.
  swiper.on('click', ({ clickedSlide }) => {
    const index = clickedSlide?.dataset.swiperSlideIndex;
    if (index !== undefined && Number(index) !== swiper.activeIndex) swiper.slideTo(Number(index));
  });
  view.dataset.alive = '';
  swiper.init();
  return {
    goTo: (index) => void swiper.slideTo(index, Math.abs(index - swiper.activeIndex) > 1 ? 0 : undefined),
    resize(now, index) {
      swiper.virtual.slides = Array.from({ length: now }, () => '');
      Object.assign(swiper.params.virtual ?? {}, {
        addSlidesBefore: around(now),
        addSlidesAfter: around(now),
      });
      swiper.updateSlides();
      swiper.slideTo(index, 0, false);
      swiper.virtual.update(true);
    },
    drawn() {
      swiper.updateSlides();
      swiper.updateProgress();
      swiper.updateSlidesClasses();
      swiper.emit('_virtualUpdated');
    },
    stop() {
      delete view.dataset.alive;
      swiper.destroy(true, true);
    },
  };
}

/** As wide as carousel.css has it before Swiper is there: at most 40 rem, and never the whole view. */
function slidesPerView({ clientWidth }: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return clientWidth / Math.min(0.82 * clientWidth, 40 * rem);
}
