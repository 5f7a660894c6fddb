// Things that stand around in several pictures.

import { blend, circle, cut, darker, dice, glow, lighter, line, oval, place, rect, shape } from './paint.ts';
import { colours } from './palette.ts';
import { heart } from './signs.ts';

/** A potted plant of some 200 x 330; its pot stands on (0, 0). */
export function plant(pot: string = colours.terracotta, leaf: string = colours.teal): string {
  const leaves = [
    [-74, -30],
    [-48, -12],
    [-22, 0],
    [8, -6],
    [34, 10],
    [62, 24],
    [84, 38],
  ] as const;
  const blades = leaves
    .map(([turn, fall], i) => {
      const tone = i % 3 === 0 ? darker(leaf, 0.22) : i % 3 === 1 ? leaf : lighter(leaf, 0.18);
      const length = 210 - Math.abs(turn) * 0.7 + fall * 0.4;
      const blade = `M0 0 C-44 ${-length * 0.4} -30 ${-length * 0.85} 0 ${-length} C30 ${-length * 0.85} 44 ${-length * 0.4} 0 0 Z`;
      return place(0, -86, shape(blade, tone) + line(`M0 -10 L0 ${-length * 0.85}`, darker(tone, 0.16), 3), {
        turn,
      });
    })
    .join('');
  return (
    blades +
    shape('M-58 -100 H58 L44 0 H-44 Z', pot) +
    shape('M-64 -112 H64 V-84 H-64 Z', darker(pot, 0.14)) +
    shape('M20 -84 H54 L42 0 H14 Z', darker(pot, 0.1), { opacity: 0.6 })
  );
}

/** A window with a bright outside; its frame is white. */
export function casement(
  x: number,
  y: number,
  w: number,
  h: number,
  from: string = colours.sky,
  to: string = colours.cream,
): string {
  const { define, fill } = blend(from, to);
  const bar = { fill: colours.white };
  return (
    rect(x - 16, y - 16, w + 32, h + 32, bar.fill, { rx: 10 }) +
    define +
    rect(x, y, w, h, fill) +
    cut(
      `M${x} ${y} h${w} v${h} h${-w} Z`,
      oval(x + w * 0.24, y + h, w * 0.5, h * 0.36, colours.sage, { opacity: 0.8 }) +
        oval(x + w * 0.84, y + h * 1.04, w * 0.44, h * 0.3, colours.teal, { opacity: 0.45 }),
    ) +
    rect(x - 16, y + h, w + 32, 20, bar.fill) +
    rect(x + w / 2 - 7, y, 14, h, bar.fill) +
    rect(x, y + h * 0.42 - 6, w, 12, bar.fill) +
    rect(x - 34, y + h + 14, w + 68, 20, darker(colours.white, 0.08), { rx: 8 })
  );
}

/** A mug of some 120 x 110 that stands on (0, 0). */
export function mug(colour: string, mark = true): string {
  return (
    line('M56 -86 q44 4 40 36 q-4 30 -44 30', darker(colour, 0.12), 16) +
    shape('M-58 -108 H58 L52 -14 Q50 0 36 0 H-36 Q-50 0 -52 -14 Z', colour) +
    shape('M20 -108 H58 L52 -14 Q50 0 36 0 H14 Z', darker(colour, 0.12), { opacity: 0.55 }) +
    oval(0, -108, 58, 13, darker(colour, 0.2)) +
    oval(0, -106, 49, 9, '#8a4a2a') +
    (mark ? heart(-10, -54, 18, colour === colours.red ? colours.cream : colours.red) : '')
  );
}

export const steam = (x: number, y: number): string =>
  [-22, 0, 22]
    .map((dx, i) =>
      line(`M${x + dx} ${y} q-18 -26 0 -52 q18 -26 0 -${46 + i * 8}`, colours.white, 8, { opacity: 0.6 }),
    )
    .join('');

/** A bag of blood of 110 x 150 that hangs from (0, 0). */
export function bloodBag(fillShare = 0.7): string {
  const level = 140 - 104 * fillShare;
  const outline = 'M-46 26 Q-52 10 -34 10 H34 Q52 10 46 26 L48 128 Q48 150 24 150 H-24 Q-48 150 -48 128 Z';
  return (
    line('M0 -12 V12', '#b8b0ac', 6) +
    shape(outline, lighter(colours.blush, 0.4)) +
    shape(
      `M-47 ${level} Q-20 ${level - 10} 0 ${level} T47 ${level} L48 128 Q48 150 24 150 H-24 Q-48 150 -48 128 Z`,
      colours.red,
    ) +
    rect(-28, 62, 56, 46, colours.white, { rx: 5 }) +
    heart(0, 86, 13, colours.red) +
    line('M-36 28 v88', colours.white, 6, { opacity: 0.5 })
  );
}

/** A round tree; its trunk stands on (0, 0), its top some 260 above. */
export function tree(leaf: string = colours.teal, trunk: string = colours.brown): string {
  return (
    shape('M-12 0 C-8 -60 -10 -90 -12 -120 H12 C10 -90 8 -60 14 0 Z', trunk) +
    line('M0 -90 L34 -132 M0 -76 L-30 -116', trunk, 9) +
    circle(-52, -150, 56, darker(leaf, 0.12)) +
    circle(54, -156, 58, darker(leaf, 0.06)) +
    circle(0, -204, 70, leaf) +
    circle(-24, -160, 58, leaf) +
    circle(-26, -218, 30, lighter(leaf, 0.14), { opacity: 0.7 })
  );
}

/** Little flags between two points, hanging by `sag`. */
export function bunting(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  sag: number,
  tones: readonly string[],
): string {
  const count = Math.round(Math.abs(x2 - x1) / 74);
  const at = (t: number) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + 4 * sag * t * (1 - t)] as const;
  const flags = Array.from({ length: count }, (_, i) => {
    const [x, y] = at((i + 0.5) / count);
    return shape(`M${x - 26} ${y - 3} H${x + 26} L${x} ${y + 48} Z`, tones[i % tones.length] ?? colours.red);
  }).join('');
  return (
    line(`M${x1} ${y1} Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + 2 * sag} ${x2} ${y2}`, colours.brown, 4) + flags
  );
}

/** Lamps on a string, each with its light. */
export function lamps(x1: number, y1: number, x2: number, y2: number, sag: number): string {
  const count = Math.round(Math.abs(x2 - x1) / 90);
  const bulbs = Array.from({ length: count }, (_, i) => {
    const t = (i + 0.5) / count;
    const x = x1 + (x2 - x1) * t;
    const y = y1 + (y2 - y1) * t + 4 * sag * t * (1 - t) + 16;
    return glow(x, y, 60, '#ffd98a', 0.55) + circle(x, y, 11, '#ffe9b8');
  }).join('');
  return (
    line(`M${x1} ${y1} Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + 2 * sag} ${x2} ${y2}`, colours.ink, 4) + bulbs
  );
}

/** Soft clouds of that size. */
export const cloud = (
  x: number,
  y: number,
  scale: number,
  fill: string = colours.white,
  opacity = 0.85,
): string =>
  place(
    x,
    y,
    circle(-60, 0, 38, fill) +
      circle(-14, -22, 52, fill) +
      circle(48, -6, 42, fill) +
      rect(-98, -4, 188, 42, fill, { rx: 21 }),
    { scale },
  ).replace('<g ', `<g opacity="${opacity}" `);

/** Specks of colour strewn over an area. */
export function confetti(
  seed: number,
  w: number,
  h: number,
  count: number,
  tones: readonly string[],
): string {
  const roll = dice(seed);
  return Array.from({ length: count }, (_, i) => {
    const tone = tones[i % tones.length] ?? colours.red;
    return place(roll(0, w), roll(0, h), rect(-5, -9, 10, 18, tone, { rx: 3 }), {
      turn: roll(0, 180),
      scale: roll(0.6, 1.3),
    });
  }).join('');
}
