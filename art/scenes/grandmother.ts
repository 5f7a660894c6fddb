import { blended, circle, glow, oval, place, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { plant } from '../props.ts';
import type { Scene } from '../scene.ts';
import { heart } from '../signs.ts';

/** Somebody who is here because somebody gave. */
export const grandmother: Scene = {
  file: 'grandmother.jpg',
  width: 1200,
  height: 1200,
  draw: () =>
    blended(0, 0, 1200, 1200, colours.mint, colours.sage) +
    circle(600, 560, 440, colours.cream, { opacity: 0.65 }) +
    glow(600, 480, 460, '#fff6dc', 0.8) +
    place(110, 1220, plant(colours.terracotta, colours.pine), { scale: 1.7 }) +
    place(1110, 1220, plant(colours.straw, colours.teal), { scale: 1.5, flip: -1 }) +
    place(
      500,
      640,
      person({
        skin: skins.cinnamon,
        hair: hairs.silver,
        style: 'bun',
        look: 0.4,
        eyes: 'smiling',
        mouth: 'grin',
        glasses: true,
        tilt: 6,
        earrings: true,
        top: colours.cream,
        over: 'sari',
        overColour: colours.dusk,
        left: { elbow: [-150, 190], hand: [-40, 260], sleeve: 'short' },
        right: { elbow: [140, 190], hand: [60, 262], sleeve: 'short' },
      }),
      { scale: 1.95 },
    ) +
    place(
      800,
      850,
      person({
        skin: skins.amber,
        hair: hairs.black,
        style: 'braid',
        child: true,
        look: -0.55,
        tilt: -8,
        eyes: 'smiling',
        mouth: 'grin',
        top: colours.red,
        left: { elbow: [-150, 120], hand: [-190, 60], sleeve: 'short' },
        right: { elbow: [136, 176], hand: [20, 216], sleeve: 'short' },
      }),
      { scale: 1.42 },
    ) +
    bouquet(716, 1040) +
    [0, 1, 2].map((i) => oval(742, 1106 + i * 30, 32, 19, skins.amber)).join(''),
};

const bouquet = (x: number, y: number) =>
  place(
    x,
    y,
    shape('M-70 -10 H70 L30 160 H-30 Z', colours.straw) +
      shape('M0 -10 H70 L30 160 H6 Z', colours.amber, { opacity: 0.5 }) +
      [
        [-60, -30],
        [0, -60],
        [58, -30],
        [-30, -84],
        [34, -90],
      ]
        .map(([dx = 0, dy = 0], i) => bloom(dx, dy, i % 2 ? colours.coral : colours.white))
        .join('') +
      heart(0, 70, 20, colours.red),
    { scale: 1.1, turn: 6 },
  );

const bloom = (x: number, y: number, tone: string) =>
  [0, 72, 144, 216, 288].map((turn) => place(x, y, oval(0, -20, 15, 22, tone), { turn })).join('') +
  circle(x, y, 12, colours.amber);
