// Objects around a hospital's gate at night.
import {
  blend,
  blended,
  circle,
  cut,
  darker,
  dice,
  glow,
  lighter,
  line,
  oval,
  place,
  rect,
  shape,
} from './paint.ts';
import { colours } from './palette.ts';
import { drop } from './signs.ts';

const WALL = '#3f4a70';
const LIT = '#f6c878';
const DARK = '#2a3257';

export const nightSky = (w: number, h: number): string => {
  const roll = dice(23);
  const stars = Array.from({ length: 18 }, () =>
    circle(roll(0, w), roll(0, h * 0.42), roll(1.6, 3.8), '#fff3d6', { opacity: 0.75 }),
  ).join('');
  return blended(0, 0, w, h, '#15213f', '#4b5a86') + stars;
};

export const fullMoon = (x: number, y: number, r: number): string =>
  glow(x, y, r * 3.4, '#fdf0d0', 0.4) +
  circle(x, y, r, '#fdf0d0') +
  circle(x - r * 0.3, y - r * 0.2, r * 0.2, '#efdcb4') +
  circle(x + r * 0.34, y + r * 0.28, r * 0.26, '#efdcb4') +
  circle(x + r * 0.2, y - r * 0.44, r * 0.12, '#efdcb4');

/** A house front with rows of windows; some of them are lit. */
export function houseFront(
  x: number,
  y: number,
  w: number,
  h: number,
  seed: number,
  wall: string = WALL,
): string {
  const roll = dice(seed);
  const columns = Math.floor((w - 40) / 134);
  const gap = (w - columns * 82) / (columns + 1);
  const windows = Array.from({ length: columns * Math.floor((h - 40) / 148) }, (_, i) => {
    const left = x + gap + (i % columns) * (82 + gap);
    const top = y + 50 + Math.floor(i / columns) * 148;
    return (
      rect(left, top, 82, 98, roll(0, 1) > 0.6 ? LIT : DARK, { rx: 6 }) +
      line(`M${left + 41} ${top} v98`, wall, 6)
    );
  }).join('');
  return rect(x, y, w, h, wall) + rect(x - 10, y - 16, w + 20, 22, lighter(wall, 0.14), { rx: 6 }) + windows;
}

/** The lit way in, under its roof; the floor is at (0, 0), the doors are 440 wide. */
export function litEntrance(): string {
  const { define, fill } = blend('#fff0c4', '#ffcf7d');
  return (
    define +
    rect(-236, -400, 472, 400, lighter(WALL, 0.14)) +
    rect(-220, -384, 440, 384, fill) +
    cut(
      'M-220 -384 H220 V0 H-220 Z',
      rect(-220, -90, 440, 90, '#f0b267') + oval(0, -330, 150, 30, '#fffbe8', { opacity: 0.9 }),
    ) +
    [-220, -110, 0, 110, 220]
      .map((x) => line(`M${x} -384 V0`, lighter(WALL, 0.3), x === 0 ? 14 : 9))
      .join('') +
    rect(-310, -436, 620, 58, colours.red, { rx: 12 }) +
    rect(-310, -396, 620, 18, darker(colours.red, 0.3), { rx: 9 }) +
    line('M-284 -380 V0 M284 -380 V0', darker(WALL, 0.2), 22) +
    glow(0, -500, 170, '#fff3d6', 0.6) +
    circle(0, -498, 78, colours.white) +
    drop(0, -484, 38, colours.red)
  );
}

/** The front half of a yellow cab that looks to the right; its wheel stands on (0, 0). */
export function cab(): string {
  const body = '#e8b23c';
  return (
    glow(190, -120, 260, '#fff0c0', 0.5) +
    shape(
      'M-620 -60 V-270 Q-610 -400 -480 -404 H-260 Q-200 -404 -160 -340 L-118 -262 C-40 -256 90 -244 128 -214 Q156 -190 156 -120 V-60 Z',
      body,
    ) +
    shape('M-620 -60 V-130 H156 V-60 Z', darker(body, 0.2)) +
    shape('M-330 -376 H-262 Q-226 -374 -202 -330 L-164 -262 H-330 Z', '#b9cfe0') +
    shape('M-560 -262 V-300 Q-556 -374 -480 -376 H-366 V-262 Z', '#9db8cf') +
    line('M-348 -380 V-80 M-150 -240 V-130', darker(body, 0.3), 5, { opacity: 0.7 }) +
    rect(-326, -228, 56, 14, darker(body, 0.35), { rx: 7 }) +
    rect(-336, -446, 110, 44, '#fff3c8', { rx: 10 }) +
    glow(-281, -424, 120, '#fff3c8', 0.5) +
    oval(140, -172, 22, 34, '#fff7dc') +
    rect(96, -92, 84, 26, '#cfd4d8', { rx: 12 }) +
    place(0, -72, wheel()) +
    place(-480, -72, wheel())
  );
}

const wheel = () => circle(0, 0, 78, '#1d1a2a') + circle(0, 0, 40, '#c9ced2') + circle(0, 0, 16, '#6d7380');

/** A lamp on its post; the post stands on (0, 0). */
export const streetLamp = (height: number): string =>
  line(`M0 0 V${-height}`, '#1f2942', 18) +
  glow(0, -height - 40, 300, '#ffdf9c', 0.65) +
  shape(`M-40 ${-height} L-30 ${-height - 84} H30 L40 ${-height} Z`, '#ffe9b8') +
  shape(`M-48 ${-height - 84} H48 L20 ${-height - 124} H-20 Z`, '#1f2942') +
  rect(-48, -height - 6, 96, 16, '#1f2942', { rx: 6 });
