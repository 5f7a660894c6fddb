// The hall of the university: brick and white arches, its steps, and a student on the way in.
import { limb } from './limbs.ts';
import { darker, glow, line, oval, place, rect, shape } from './paint.ts';
import { colours, hairs, skins } from './palette.ts';
import { dropBanner, garland } from './street.ts';

const brick = '#dd9a74';
const trim = '#fbeedb';

const arch = (x: number, y: number, w: number, h: number, fill: string) =>
  shape(
    `M${x - w / 2} ${y} V${y - h + w / 2} A${w / 2} ${w / 2} 0 0 1 ${x + w / 2} ${y - h + w / 2} V${y} Z`,
    fill,
  );

export const hall = (): string =>
  [700, 1440]
    .map(
      (x) =>
        shape(`M${x - 52} 120 Q${x - 60} 40 ${x} 16 Q${x + 60} 40 ${x + 52} 120 Z`, trim) +
        line(`M${x} 16 V-10`, colours.straw, 8),
    )
    .join('') +
  rect(640, 120, 900, 540, brick) +
  rect(640, 120, 46, 540, darker(brick, 0.12)) +
  rect(620, 112, 920, 30, trim) +
  rect(620, 380, 920, 16, trim) +
  [850, 960, 1210, 1320, 1430]
    .map((x) => arch(x, 330, 74, 140, trim) + arch(x, 326, 52, 122, '#7d4a52'))
    .join('') +
  [870, 1085, 1300].map((x) => arch(x, 660, 170, 240, trim) + arch(x, 660, 134, 216, '#6b3a44')).join('') +
  glow(1085, 620, 150, '#ffd99a', 0.7) +
  garland(640, 150, 1085, 150, 26) +
  garland(1085, 150, 1530, 150, 26) +
  place(1085, 150, dropBanner(), { scale: 0.92 });

export const steps = (): string =>
  [0, 1, 2, 3]
    .map(
      (i) =>
        rect(770 - i * 36, 650 + i * 26, 800, 28, i % 2 ? '#f3e2c8' : trim) +
        rect(770 - i * 36, 670 + i * 26, 800, 8, '#d9bf9f'),
    )
    .join('');

/** Seen from behind, on the way in. */
export const guest = (): string =>
  place(
    1086,
    530,
    oval(-26, 250, 24, 12, colours.ink) +
      oval(28, 236, 24, 12, colours.ink) +
      limb([-18, 120], 24, [-24, 236], 16, colours.night) +
      limb([18, 120], 24, [26, 222], 16, colours.night) +
      shape('M-46 20 Q-40 0 0 0 Q40 0 46 20 L42 140 H-42 Z', colours.straw) +
      limb([-44, 26], 15, [-58, 120], 11, colours.straw) +
      limb([44, 26], 15, [58, 120], 11, colours.straw) +
      rect(-34, 16, 68, 92, colours.teal, { rx: 20 }) +
      rect(-24, 64, 48, 34, darker(colours.teal, 0.2), { rx: 10 }) +
      rect(-10, -20, 20, 30, skins.cinnamon) +
      oval(0, -48, 34, 42, hairs.black) +
      line('M0 -20 Q8 20 0 60', hairs.black, 14),
    { scale: 0.84 },
  );
