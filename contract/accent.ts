// The colors of the pages that follow from the owner's accent color.

/** The colors behind texts, from web/styles/tokens.css. */
export const pageColors = {
  light: ['#fffdfb', '#ffffff', '#faf3ee'],
  dark: ['#161110', '#201917', '#1b1513'],
} as const;

/** The accent color of one color scheme, as hexadecimal colors. */
type SchemeColors = {
  /** Of buttons, bars of charts and other areas. */
  fill: string;
  /** Of text on `fill` and on `strong`. */
  onFill: string;
  /** Of a button under the pointer. */
  strong: string;
  /** Of links and other text. */
  ink: string;
  /** Of the background of text in `ink`. */
  soft: string;
};

/** WCAG 2.2: text (1.4.3), and parts of controls and charts (1.4.11). */
const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;

/** Lightness and maximum chroma of `soft`, as our red has them. */
const softness = { light: { l: 0.953, c: 0.018 }, dark: { l: 0.26, c: 0.05 } };

/** How much lighter or darker a button becomes under the pointer: black has to change more than red. */
const hoverSteps = [0.08, 0.2];
const HOVER_CONTRAST = 1.1;

/**
 * Returns the colors for light and dark pages. Only the lightness of the accent color changes, and only until
 * text has a contrast of at least 4.5:1 and shapes have 3:1.
 * @param accent such as `#b3122a`
 */
export function deriveAccent(accent: string): Record<keyof typeof pageColors, SchemeColors> {
  const color = accent.toLowerCase();
  return { light: deriveScheme(color, 'light'), dark: deriveScheme(color, 'dark') };
}

function deriveScheme(color: string, scheme: keyof typeof pageColors): SchemeColors {
  const { c, h } = toOklch(color);
  const soft = toHex({ l: softness[scheme].l, c: Math.min(c, softness[scheme].c), h });
  const step = scheme === 'light' ? -0.005 : 0.005;
  const fill = changeLightness(color, step, (next) => isReadable(next, pageColors[scheme], SHAPE_CONTRAST));
  const onFill = contrast(fill, '#ffffff') >= TEXT_CONTRAST ? '#ffffff' : '#000000';
  const away = onFill === '#ffffff' ? -1 : 1;
  const strong = hoverSteps
    .flatMap((change) => [away * change, -away * change])
    .map((change) => addLightness(fill, change))
    .find((next) => isReadable(onFill, [next], TEXT_CONTRAST) && isReadable(next, [fill], HOVER_CONTRAST));
  return {
    fill,
    onFill,
    strong: strong ?? fill,
    ink: changeLightness(color, step, (next) =>
      isReadable(next, [...pageColors[scheme], soft], TEXT_CONTRAST),
    ),
    soft,
  };
}

const isReadable = (color: string, backgrounds: readonly string[], min: number): boolean =>
  backgrounds.every((background) => contrast(color, background) >= min);

/** Returns the first color in steps of lightness that is accepted. */
function changeLightness(color: string, step: number, accepts: (next: string) => boolean): string {
  let next = color;
  for (let count = 1; !accepts(next) && count * Math.abs(step) <= 1; count += 1)
    next = addLightness(color, count * step);
  return next;
}

function addLightness(color: string, change: number): string {
  const { l, c, h } = toOklch(color);
  return toHex({ l: Math.min(1, Math.max(0, l + change)), c, h });
}

/** Returns the contrast of two colors according to WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = toLinear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Rgb = [red: number, green: number, blue: number];

/** Returns the parts of linear light, from 0 to 1. */
const toLinear = (color: string): Rgb =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;

/** Lightness from 0 to 1, chroma, and hue in radians: https://www.w3.org/TR/css-color-4/#ok-lab */
type Oklch = { l: number; c: number; h: number };

function toOklch(color: string): Oklch {
  const [red, green, blue] = toLinear(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, b),
    h: Math.atan2(b, a),
  };
}

/** Returns the color, or the most colorful one that screens can show. */
function toHex(color: Oklch): string {
  if (isOnScreen(fromOklch(color))) return format(fromOklch(color));
  let [shown, hidden] = [0, color.c];
  while (hidden - shown > 0.001) {
    const c = (shown + hidden) / 2;
    if (isOnScreen(fromOklch({ ...color, c }))) shown = c;
    else hidden = c;
  }
  return format(fromOklch({ ...color, c: shown }));
}

const isOnScreen = (rgb: Rgb): boolean => rgb.every((part) => part > -0.0005 && part < 1.0005);
const format = (rgb: Rgb): string => `#${rgb.map(toByte).join('')}`;

function fromOklch({ l, c, h }: Oklch): Rgb {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function toByte(linear: number): string {
  const part = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, part)))
    .toString(16)
    .padStart(2, '0');
}
