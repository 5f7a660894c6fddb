// Limbs that taper, hands that hold, feet and legs: for people who are seen whole.
import { darker, line, type Point, place, shape } from './paint.ts';
import { colours } from './palette.ts';

/** A round limb from one point to another, as thick as its two radii say. */
export function limb([ax, ay]: Point, ar: number, [bx, by]: Point, br: number, fill: string): string {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const nx = -(by - ay) / length;
  const ny = (bx - ax) / length;
  const at = (x: number, y: number, r: number) => `${(x + nx * r).toFixed(1)} ${(y + ny * r).toFixed(1)}`;
  return shape(
    `M${at(ax, ay, ar)} A${ar} ${ar} 0 0 1 ${at(ax, ay, -ar)} L${at(bx, by, -br)} A${br} ${br} 0 0 1 ${at(bx, by, br)} Z`,
    fill,
  );
}

/** A hand that lies or reaches, its wrist at (0, 0), its fingers towards positive x; the thumb lies at negative y. */
export const reachingHand = (skin: string): string =>
  [-11, -2, 7, 15]
    .map((y, i) => line(`M22 ${y} L${[56, 62, 59, 50][i]} ${y * 1.15 + 2}`, skin, 13))
    .join('') +
  shape('M-10 -17 C10 -24 34 -22 40 -14 L40 18 C26 26 6 24 -10 17 Z', skin) +
  line('M6 -14 Q26 -32 42 -28', skin, 14) +
  line('M36 -6 L58 -6 M37 4 L58 5 M36 13 L52 14', darker(skin, 0.2), 2.4, { opacity: 0.6 });

/** A closed hand, its wrist at (0, 0), the fist towards positive x. */
export const fist = (skin: string): string =>
  shape('M-10 -17 C6 -28 44 -30 52 -8 C58 14 42 28 20 25 C6 24 -2 20 -10 17 Z', skin) +
  line('M10 -17 Q28 -24 34 -8', darker(skin, 0.12), 12) +
  line('M40 -6 H49 M40 4 H50 M36 13 H45', darker(skin, 0.22), 2.4, { opacity: 0.7 });

/** The turn from one point to another, in degrees. */
export const towards = ([ax, ay]: Point, [bx, by]: Point): number =>
  (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;

/** A foot in a sandal seen from its side; the ankle is at (0, 0), the toes towards positive x, the sole at y = 40. */
export const sandal = (skin: string, strap: string = colours.brown): string =>
  shape('M-24 -16 L22 -16 C26 4 52 10 74 18 Q86 24 84 36 H-26 Q-34 14 -24 -16 Z', skin) +
  line('M-28 40 H84', strap, 11) +
  line('M30 34 Q38 14 56 12', strap, 10);

/** A shoe seen from its side; the ankle is at (0, 0), the toes towards positive x, the sole at y = 40. */
export const shoe = (fill: string, sole: string = colours.white): string =>
  shape('M-26 -12 L22 -12 C28 4 52 8 72 18 Q86 26 82 36 H-28 Q-34 12 -26 -12 Z', fill) +
  line('M-26 38 H80', sole, 9);

export const along = (from: Point, to: Point, inside: string, scale = 1, flip: 1 | -1 = 1): string =>
  place(to[0], to[1], tagFlip(inside, flip), { turn: towards(from, to), scale });

const tagFlip = (inside: string, flip: 1 | -1): string =>
  flip === 1 ? inside : `<g transform="scale(1 -1)">${inside}</g>`;
