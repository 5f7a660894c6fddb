// The signs of the house: a drop, a heart, a plaster, an open hand.
import { circle, darker, line, place, shape } from './paint.ts';
import { colours } from './palette.ts';

/** A drop of that half width, its middle at (x, y). */
export const drop = (x: number, y: number, r: number, fill: string): string =>
  shape(
    `M${x} ${y - r * 1.55} C${x + r * 0.5} ${y - r * 0.7} ${x + r} ${y - r * 0.2} ${x + r} ${y + r * 0.35} A${r} ${r} 0 0 1 ${x - r} ${y + r * 0.35} C${x - r} ${y - r * 0.2} ${x - r * 0.5} ${y - r * 0.7} ${x} ${y - r * 1.55} Z`,
    fill,
  );

/** A heart of that half width, its middle at (x, y). */
export const heart = (x: number, y: number, r: number, fill: string): string =>
  shape(
    `M${x} ${y + r * 0.95} C${x - r * 1.5} ${y - r * 0.05} ${x - r * 1.05} ${y - r * 1.1} ${x - r * 0.42} ${y - r * 0.86} C${x - r * 0.18} ${y - r * 0.78} ${x} ${y - r * 0.55} ${x} ${y - r * 0.42} C${x} ${y - r * 0.55} ${x + r * 0.18} ${y - r * 0.78} ${x + r * 0.42} ${y - r * 0.86} C${x + r * 1.05} ${y - r * 1.1} ${x + r * 1.5} ${y - r * 0.05} ${x} ${y + r * 0.95} Z`,
    fill,
  );

/** A plaster of 120 x 40 around (0, 0), with a small heart. */
export const plaster = (): string =>
  shape('M-60 -20 H60 Q80 -20 80 0 Q80 20 60 20 H-60 Q-80 20 -80 0 Q-80 -20 -60 -20 Z', '#e9b98c') +
  shape('M-26 -20 H26 V20 H-26 Z', colours.cream) +
  heart(0, 0, 12, colours.red) +
  [-62, -46, 46, 62].map((x) => circle(x, -7, 2.6, '#c98f62') + circle(x, 7, 2.6, '#c98f62')).join('');

/** An open hand that points up; the wrist is at (0, 0), 84 wide, the fingers end some 290 above. */
export function openHand(skin: string): string {
  const crease = darker(skin, 0.2);
  const finger = (x: number, length: number, turn: number) =>
    place(x, -128, line(`M0 20 V${-length}`, skin, 37), { turn });
  return (
    line('M-44 -50 L-94 -122', skin, 40) +
    finger(-42, 108, -9) +
    finger(-14, 132, -2) +
    finger(16, 124, 5) +
    finger(42, 92, 13) +
    shape(
      'M-44 10 C-46 -20 -66 -60 -62 -120 Q-60 -156 -30 -156 H38 Q62 -156 62 -120 C62 -70 46 -30 44 10 Z',
      skin,
    ) +
    line('M-34 -60 C-4 -72 10 -100 14 -128 M-46 -112 C-16 -104 20 -112 52 -122', crease, 5, { opacity: 0.7 })
  );
}
