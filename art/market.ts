// A market street: a stall with its awning and fruit, the bus from the front, the kettle on its folding table.
import { blend, circle, cut, darker, dice, lighter, line, oval, place, rect, shape } from './paint.ts';
import { colours } from './palette.ts';
import { steam } from './props.ts';
import { drop } from './signs.ts';

/** An awning of stripes from (0, 0) over the width, some 150 high. */
function awning(w: number, tone: string): string {
  const count = Math.round(w / 76);
  const step = w / count;
  return Array.from({ length: count }, (_, i) => {
    const x = i * step;
    const top = w * 0.06 + x * 0.88;
    const fill = i % 2 ? colours.white : tone;
    return (
      shape(`M${top} 0 H${top + step * 0.88} L${x + step} 110 A${step / 2} 30 0 0 1 ${x} 110 Z`, fill) +
      shape(`M${x} 108 H${x + step} A${step / 2} 32 0 0 1 ${x} 108 Z`, darker(fill, 0.12))
    );
  }).join('');
}

/** A heap of round fruit in a crate; the crate's front edge stands on (0, 0). */
function crate(w: number, fruit: string, seed: number): string {
  const roll = dice(seed);
  const rows = [0, 1, 2].flatMap((row) => {
    const count = Math.floor((w - 20) / 46) - row;
    return Array.from({ length: count }, (_, i) => {
      const x = -((count - 1) * 46) / 2 + i * 46;
      const y = -62 - row * 34;
      const tone = roll(0, 1) > 0.6 ? lighter(fruit, 0.16) : fruit;
      return circle(x, y, 27, tone) + circle(x - 8, y - 8, 7, lighter(fruit, 0.4), { opacity: 0.7 });
    });
  });
  return (
    rows.reverse().join('') +
    rect(-w / 2, -62, w, 62, colours.wood, { rx: 6 }) +
    line(`M${-w / 2 + 10} -31 H${w / 2 - 10}`, darker(colours.wood, 0.22), 5)
  );
}

/** An open sack of some 150 x 150, heaped with spice or lentils; it stands on (0, 0). */
const sack = (cloth: string, filling: string): string =>
  oval(0, 0, 84, 12, colours.ink, { opacity: 0.18 }) +
  oval(0, -130, 58, 30, filling) +
  shape(
    'M-66 -128 Q0 -104 66 -128 C70 -90 88 -40 74 -8 Q70 2 56 2 H-56 Q-70 2 -74 -8 C-88 -40 -70 -90 -66 -128 Z',
    cloth,
  ) +
  line('M-66 -126 Q0 -100 66 -126', darker(cloth, 0.14), 18) +
  line('M34 -96 q20 40 10 84', darker(cloth, 0.18), 5, { opacity: 0.6 });

/** A stall of fruit and spice at the left edge, from its awning to the sacks on the ground; the seller comes before it. */
export const fruitStall = (): string =>
  line('M24 230 V880 M436 230 V880', colours.brown, 18) +
  place(-30, 130, awning(500, colours.teal)) +
  rect(-10, 640, 460, 60, '#6e4636') +
  rect(-10, 690, 460, 210, darker(colours.wood, 0.18)) +
  rect(-10, 690, 460, 20, colours.wood) +
  line('M0 760 H440 M0 830 H440', darker(colours.wood, 0.32), 5, { opacity: 0.5 }) +
  place(96, 930, sack('#e9d2a2', '#c98a3a')) +
  place(262, 946, sack('#dcc092', '#a8432f')) +
  place(80, 690, crate(170, '#e08a2c', 3)) +
  place(262, 690, crate(170, '#c9342f', 8)) +
  place(400, 690, crate(96, '#d9b23a', 5));

const red = colours.red;
const deep = darker(red, 0.3);

/** The blood bus, its front towards us and its side going off to the right: 860 x 720, its wheels stand on y = 0. */
export function busFront(): string {
  const glass = blend('#d8eef0', '#a9d0d6');
  return (
    // The side, with its door and windows
    shape('M400 -690 L850 -610 Q872 -604 872 -580 V-90 L400 -50 Z', darker(red, 0.14)) +
    shape('M400 -300 L872 -300 V-240 L400 -220 Z', darker(colours.cream, 0.08)) +
    shape('M450 -560 L560 -546 V-70 L450 -60 Z', deep) +
    shape('M464 -546 L546 -534 V-84 L464 -76 Z', '#ffe2a6') +
    [
      [590, 700],
      [724, 830],
    ]
      .map(([from = 0, to = 0]) =>
        shape(
          `M${from} ${-566 + (from - 590) * 0.14} L${to} ${-550 + (to - 700) * 0.14} V-360 H${from} Z`,
          '#b9dbe0',
        ),
      )
      .join('') +
    circle(740, -76, 66, colours.ink) +
    circle(740, -76, 30, '#c9bdb4') +
    // The front
    rect(40, -76, 90, 76, colours.ink, { rx: 18 }) +
    rect(310, -76, 90, 76, colours.ink, { rx: 18 }) +
    shape(
      'M0 -60 V-600 Q0 -700 100 -700 H330 Q430 -700 430 -600 V-60 Q430 -40 410 -40 H20 Q0 -40 0 -60 Z',
      red,
    ) +
    shape('M40 -672 Q60 -700 100 -700 H330 Q370 -700 390 -672 Z', deep) +
    glass.define +
    shape('M34 -566 Q34 -600 68 -600 H362 Q396 -600 396 -566 V-350 H34 Z', glass.fill) +
    cut(
      'M34 -566 Q34 -600 68 -600 H362 Q396 -600 396 -566 V-350 H34 Z',
      shape('M60 -340 L170 -610 H250 L140 -340 Z M180 -340 L290 -610 H320 L210 -340 Z', colours.white, {
        opacity: 0.45,
      }) + line('M120 -346 L190 -400 M300 -346 L370 -400', colours.ink, 8),
    ) +
    rect(0, -330, 430, 90, colours.cream) +
    circle(215, -270, 84, colours.white) +
    drop(215, -262, 42, red) +
    [70, 360].map((x) => circle(x, -170, 38, '#fff1c4') + circle(x, -170, 24, '#ffe08f')).join('') +
    rect(140, -172, 150, 48, deep, { rx: 12 }) +
    rect(-14, -108, 458, 46, '#e9dccb', { rx: 20 }) +
    line('M-6 -520 H-46 V-470 M436 -520 H460', colours.ink, 10) +
    rect(-66, -478, 40, 76, colours.ink, { rx: 12 })
  );
}

/** A big kettle on its stove; it stands on (0, 0), some 190 wide. */
export const kettle = (metal: string): string =>
  rect(-62, -22, 124, 22, colours.ink, { rx: 6 }) +
  line('M-66 -64 Q-104 -70 -124 -122', darker(metal, 0.1), 24) +
  line('M-60 -120 Q-60 -196 0 -196 Q60 -196 60 -120', colours.ink, 13) +
  shape('M-84 -24 Q-92 -132 0 -136 Q92 -132 84 -24 Q84 -20 76 -20 H-76 Q-84 -20 -84 -24 Z', metal) +
  shape('M30 -130 Q92 -118 84 -24 Q84 -20 76 -20 H40 Q60 -70 30 -130 Z', darker(metal, 0.16), {
    opacity: 0.7,
  }) +
  line('M-56 -54 Q-54 -96 -30 -110', lighter(metal, 0.5), 9, { opacity: 0.8 }) +
  oval(0, -136, 34, 9, darker(metal, 0.2)) +
  circle(0, -148, 11, colours.ink) +
  steam(-132, -140);

/** A folding table, its middle on (0, 0). */
export const foldingTable = (w: number, h: number): string =>
  line(`M${-w / 2 + 40} 0 L${-w / 2 + 120} ${-h} M${-w / 2 + 120} 0 L${-w / 2 + 40} ${-h}`, '#8d8588', 12) +
  line(`M${w / 2 - 40} 0 L${w / 2 - 120} ${-h} M${w / 2 - 120} 0 L${w / 2 - 40} ${-h}`, '#8d8588', 12) +
  rect(-w / 2, -h - 10, w, 34, colours.white, { rx: 10 }) +
  rect(-w / 2, -h + 8, w, 16, '#dccfc4', { rx: 8 });

/** A glass of tea of 44 x 58 that stands on (0, 0). */
export const teaGlass = (): string =>
  shape('M-24 -58 H24 L18 0 H-18 Z', '#f3e6d4') + shape('M-22 -44 H22 L17 -2 H-17 Z', '#b9662f');

/** A basket with greens that hangs from (0, 0). */
export const basket = (): string =>
  place(
    0,
    0,
    line('M-56 66 Q-50 0 0 0 Q50 0 56 66', darker(colours.wood, 0.2), 9) +
      circle(-30, 50, 26, colours.teal) +
      circle(10, 42, 30, '#6fa07a') +
      circle(38, 54, 20, colours.coral) +
      shape('M-70 62 H70 L54 142 Q52 150 40 150 H-40 Q-52 150 -54 142 Z', colours.wood) +
      line('M-62 90 H62 M-58 118 H58', darker(colours.wood, 0.24), 6),
  );
