// The few strokes that every picture is made of: each gives a piece of SVG.

export type Attributes = Record<string, string | number | undefined>;
export type Point = readonly [x: number, y: number];

export const tag = (name: string, attributes: Attributes, inside = ''): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}="${value}"`)
    .join(' ');
  return `<${name} ${written}>${inside}</${name}>`;
};

export const rect = (
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  more: Attributes = {},
): string => tag('rect', { x, y, width: w, height: h, fill, ...more });

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string =>
  tag('circle', { cx, cy, r, fill, ...more });

export const oval = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more: Attributes = {},
): string => tag('ellipse', { cx, cy, rx, ry, fill, ...more });

export const shape = (d: string, fill: string, more: Attributes = {}): string =>
  tag('path', { d, fill, ...more });

export const line = (d: string, stroke: string, width: number, more: Attributes = {}): string =>
  tag('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });

/** Moves, turns (degrees) and scales what is inside; a negative `flip` mirrors it. */
export const place = (
  x: number,
  y: number,
  inside: string,
  { scale = 1, turn = 0, flip = 1 }: { scale?: number; turn?: number; flip?: 1 | -1 } = {},
): string =>
  tag('g', { transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale * flip} ${scale})` }, inside);

/** Mixes two colours `#rrggbb`; `share` of the second. */
export function mix(first: string, second: string, share: number): string {
  const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const other = channels(second);
  const mixed = channels(first).map((value, i) => Math.round(value + ((other[i] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export const darker = (colour: string, share = 0.14): string => mix(colour, '#3a1420', share);
export const lighter = (colour: string, share = 0.2): string => mix(colour, '#fff6e6', share);

let gradients = 0;

/** A gradient used at once: gives the definition and the fill that names it. */
export function blend(
  from: string,
  to: string,
  {
    angle = 90,
    fromOpacity = 1,
    toOpacity = 1,
  }: { angle?: number; fromOpacity?: number; toOpacity?: number } = {},
): { define: string; fill: string } {
  const id = `g${++gradients}`;
  const define = tag(
    'linearGradient',
    { id, x1: 0, y1: 0, x2: 1, y2: 0, gradientTransform: `rotate(${angle} .5 .5)` },
    stops(from, to, fromOpacity, toOpacity),
  );
  return { define, fill: `url(#${id})` };
}

/** Light that fades from its middle. */
export function glow(cx: number, cy: number, r: number, colour: string, opacity: number): string {
  const id = `g${++gradients}`;
  const define = tag('radialGradient', { id }, stops(colour, colour, opacity, 0));
  return define + circle(cx, cy, r, `url(#${id})`);
}

export const blended = (
  x: number,
  y: number,
  w: number,
  h: number,
  from: string,
  to: string,
  options: Parameters<typeof blend>[2] = {},
): string => {
  const { define, fill } = blend(from, to, options);
  return define + rect(x, y, w, h, fill);
};

/** Cuts what is inside to the outline of a path. */
export function cut(d: string, inside: string): string {
  const id = `c${++gradients}`;
  return tag('clipPath', { id }, tag('path', { d })) + tag('g', { 'clip-path': `url(#${id})` }, inside);
}

const stops = (from: string, to: string, fromOpacity: number, toOpacity: number) =>
  tag('stop', { offset: 0, 'stop-color': from, 'stop-opacity': fromOpacity }) +
  tag('stop', { offset: 1, 'stop-color': to, 'stop-opacity': toOpacity });

/** The same sequence for the same seed, so that a picture comes out alike each time. */
export function dice(seed: number): (least: number, most: number) => number {
  let state = seed;
  return (least, most) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return least + (state / 4_294_967_296) * (most - least);
  };
}
