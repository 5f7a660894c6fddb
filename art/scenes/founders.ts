import { blended, circle, glow, line, oval, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { bunting, mug, plant } from '../props.ts';
import type { Scene } from '../scene.ts';
import { drop, heart } from '../signs.ts';

/** Three generations behind the desk where it began, with its telephone and its list of names. */
export const founders: Scene = {
  file: 'who-we-are',
  width: 1200,
  height: 1120,
  draw: () =>
    blended(0, 0, 1200, 1120, '#f7e4c8', colours.blush) +
    circle(600, 520, 440, '#fbeed6', { opacity: 0.8 }) +
    glow(600, 420, 480, '#fff4d4', 0.6) +
    frames() +
    bunting(-30, 30, 1230, 20, 84, [colours.red, colours.teal, colours.white, colours.straw]) +
    place(1110, 930, plant(colours.pine, colours.sage), { scale: 1.5, flip: -1 }) +
    place(
      270,
      590,
      person({
        skin: skins.amber,
        hair: hairs.black,
        style: 'short',
        beard: 'full',
        look: 0.4,
        eyes: 'smiling',
        top: colours.teal,
        neck: 'kurta',
        left: { elbow: [-150, 190], hand: [-70, 270] },
        right: { elbow: [140, 190], hand: [70, 262] },
      }),
      { scale: 1.42 },
    ) +
    place(
      930,
      600,
      person({
        skin: skins.cocoa,
        hair: hairs.black,
        style: 'braid',
        look: -0.45,
        mouth: 'grin',
        top: colours.red,
        over: 'drop',
        overColour: colours.white,
        left: { elbow: [-140, 190], hand: [-60, 258], sleeve: 'short' },
        right: { elbow: [140, 186], hand: [40, 240], sleeve: 'short' },
      }),
      { scale: 1.38 },
    ) +
    place(
      600,
      600,
      person({
        skin: skins.honey,
        hair: hairs.silver,
        style: 'bun',
        look: 0.05,
        eyes: 'smiling',
        mouth: 'grin',
        glasses: true,
        earrings: true,
        top: colours.cream,
        over: 'cardigan',
        overColour: colours.dusk,
        left: { elbow: [-140, 196], hand: [-20, 262] },
        right: { elbow: [140, 196], hand: [40, 268] },
      }),
      { scale: 1.52 },
    ) +
    desk() +
    place(240, 980, telephone()) +
    place(560, 1010, list(), { turn: -5 }) +
    place(880, 990, mug(colours.white), { scale: 1.05 }),
};

const frames = () =>
  [
    [96, 170, 150, 190, colours.pine],
    [470, 120, 130, 150, colours.terracotta],
    [940, 160, 160, 190, colours.night],
  ]
    .map(([x, y, w, h, tone], i) => {
      const [left, top, wide, high] = [Number(x), Number(y), Number(w), Number(h)];
      const middle = [left + wide / 2, top + high / 2] as const;
      return (
        rect(left - 12, top - 12, wide + 24, high + 24, colours.wood, { rx: 8 }) +
        rect(left, top, wide, high, String(tone)) +
        (i === 1
          ? drop(...middle, 26, colours.cream)
          : heart(...middle, 34, i ? colours.rose : colours.straw))
      );
    })
    .join('');

const desk = () =>
  shape('M0 930 H1200 V1120 H0 Z', colours.wood) +
  rect(0, 930, 1200, 20, colours.straw) +
  line('M0 1060 H1200', '#a56f42', 6, { opacity: 0.5 });

const telephone = () =>
  oval(0, 16, 130, 20, colours.brown, { opacity: 0.3 }) +
  shape(
    'M-74 -66 Q-60 -96 -30 -96 H30 Q60 -96 74 -66 L108 4 Q112 20 92 20 H-92 Q-112 20 -108 4 Z',
    colours.red,
  ) +
  circle(0, -32, 38, colours.cream) +
  [0, 45, 90, 135, 180, 225, 270]
    .map((turn) => place(0, -32, circle(0, -25, 6, '#c9a58c'), { turn }))
    .join('') +
  circle(0, -32, 11, colours.red) +
  line('M-100 -104 Q0 -146 100 -104', '#7c0d20', 26) +
  rect(-126, -118, 52, 36, '#7c0d20', { rx: 16 }) +
  rect(74, -118, 52, 36, '#7c0d20', { rx: 16 });

const list = () =>
  rect(-120, -56, 240, 120, colours.white, { rx: 6 }) +
  heart(-88, -26, 15, colours.red) +
  line('M-58 -28 H90 M-98 4 H90 M-98 32 H40', '#d8c3ad', 9) +
  line('M70 44 L128 -16', colours.pine, 12);
