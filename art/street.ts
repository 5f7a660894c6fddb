// Objects in the street: bicycles, backpacks, tables, garlands.
import { circle, darker, lighter, line, oval, place, rect, shape } from './paint.ts';
import { colours } from './palette.ts';
import { drop } from './signs.ts';

/** A bicycle of some 400 x 220 that goes to the right; the ground is at y = 0, its middle at x = 0. */
export const bicycle = (frame: string = colours.red): string =>
  [-126, 126]
    .map(
      (x) =>
        circle(x, -84, 78, 'none', { stroke: colours.ink, 'stroke-width': 12 }) +
        line(`M${x - 70} -84 H${x + 70} M${x} -154 V-14`, '#b8b0ac', 3) +
        circle(x, -84, 10, colours.ink),
    )
    .join('') +
  line('M-126 -84 L-66 -182 H76 L126 -84 M-66 -182 L-10 -80 L76 -182 M-126 -84 L-10 -80', frame, 13) +
  line('M76 -182 L66 -226 L96 -240', colours.ink, 11) +
  line('M-66 -182 L-74 -206', colours.ink, 9) +
  shape('M-112 -222 Q-74 -226 -36 -212 Q-60 -196 -104 -200 Z', colours.ink) +
  circle(-10, -80, 18, colours.ink) +
  line('M-10 -80 L6 -48', colours.ink, 9);

/** A rucksack on the back of a walker, in the walker's measures. */
export const rucksack = (cloth: string): string =>
  shape('M-112 40 Q-116 6 -70 6 H0 V216 H-86 Q-116 216 -114 180 Z', cloth) +
  shape('M-112 128 Q-126 132 -126 150 V186 Q-126 204 -100 206 L-96 128 Z', darker(cloth, 0.2));

/** Its straps, on the chest. */
export const straps = (cloth: string): string =>
  line('M-50 0 C-44 60 -52 120 -76 150 M50 0 C46 60 54 120 76 150', darker(cloth, 0.22), 13);

/** A table with a cloth to the ground and a drop on it; its middle stands on (0, 0). */
export const standTable = (w: number, h: number, cloth: string): string =>
  shape(`M${-w / 2 + 8} ${-h} H${w / 2 - 8} L${w / 2} 0 H${-w / 2} Z`, cloth) +
  shape(`M${w / 2 - 90} ${-h} H${w / 2 - 8} L${w / 2} 0 H${w / 2 - 60} Z`, darker(cloth, 0.16), {
    opacity: 0.5,
  }) +
  rect(-w / 2 - 10, -h - 20, w + 20, 30, lighter(cloth, 0.75), { rx: 10 }) +
  drop(0, -h * 0.42, h * 0.19, colours.white);

/** A garland of marigolds hanging between two points. */
export function garland(x1: number, y1: number, x2: number, y2: number, sag: number): string {
  const count = Math.round(Math.hypot(x2 - x1, y2 - y1) / 26);
  return Array.from({ length: count + 1 }, (_, i) => {
    const t = i / count;
    const x = x1 + (x2 - x1) * t;
    const y = y1 + (y2 - y1) * t + 4 * sag * t * (1 - t);
    return circle(Math.round(x), Math.round(y), 13, i % 3 === 1 ? colours.straw : colours.amber);
  }).join('');
}

/** A hanging cloth of 170 x 330 with a drop; its upper edge is at (0, 0). */
export const dropBanner = (): string =>
  line('M-100 0 H100', colours.brown, 14) +
  shape('M-86 4 H86 V316 L0 276 L-86 316 Z', colours.white) +
  shape('M40 4 H86 V316 L40 295 Z', darker(colours.white, 0.07)) +
  drop(0, 150, 52, colours.red);

export const shadow = (x: number, y: number, rx: number): string =>
  oval(x, y, rx, rx * 0.13, colours.ink, { opacity: 0.2 });

/** Sheets of paper, a pen and a bowl of sweets, on a table's top at (0, 0). */
export const tableThings = (): string =>
  place(-90, 0, shape('M-46 -6 L40 -14 L58 0 H-30 Z', colours.white)) +
  shape('M30 -40 H106 Q100 -2 68 -2 Q36 -2 30 -40 Z', colours.teal) +
  [44, 62, 80, 94]
    .map((x, i) => circle(x, -44 - (i % 2) * 8, 13, i % 2 ? colours.coral : colours.straw))
    .join('');
