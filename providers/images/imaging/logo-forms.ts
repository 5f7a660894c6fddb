// In its own file, because only the processes that draw load the library for pictures.

type Canvas = {
  width: number;
  height: number;
  /** The part of the canvas that the logo may cover, in each direction. */
  part: number;
  format: 'png' | 'jpeg';
};

const icon = (side: number, part = 1): Canvas => ({ width: side, height: side, part, format: 'png' });

/** The corners of a logo stay in the circle that each phone shows: https://www.w3.org/TR/appmanifest/#icon-masks */
const MASKABLE_PART = 0.8 * Math.SQRT1_2;

/** What is drawn from a logo. Link previews do not show PNG everywhere. */
export const canvases = {
  'icon-32': icon(32),
  'icon-180': icon(180),
  'icon-192': icon(192),
  'icon-512': icon(512),
  'maskable-192': icon(192, MASKABLE_PART),
  'maskable-512': icon(512, MASKABLE_PART),
  share: { width: 1200, height: 630, part: 0.6, format: 'jpeg' },
  /** Beside the name of the site: up to three times as wide as high. */
  mark: icon(96),
} as const satisfies Record<string, Canvas>;

export type LogoForm = keyof typeof canvases;

export const isLogoForm = (name: string): name is LogoForm => Object.hasOwn(canvases, name);

export const formatOfLogo = (form: LogoForm) => canvases[form].format;
