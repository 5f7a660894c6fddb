import { blended, circle, glow, oval, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { casement, mug, plant, steam } from '../props.ts';
import type { Scene } from '../scene.ts';

export const tea: Scene = {
  file: 'tea-and-biscuits.jpg',
  width: 1500,
  height: 1000,
  draw: () =>
    blended(0, 0, 1500, 1000, '#f8e2cc', colours.blush) +
    casement(560, 70, 380, 430, '#fbe3b5', '#f9f0dc') +
    glow(750, 280, 560, '#fff3cf', 0.75) +
    shape('M0 0 H300 Q250 200 300 420 H0 Z', colours.rose, { opacity: 0.35 }) +
    place(1400, 720, plant(colours.pine, colours.sage), { scale: 1.5, flip: -1 }) +
    place(
      420,
      430,
      person({
        skin: skins.cocoa,
        hair: hairs.black,
        style: 'afro',
        look: 0.8,
        eyes: 'smiling',
        mouth: 'grin',
        earrings: true,
        top: colours.teal,
        left: { elbow: [-132, 190], hand: [0, 264], sleeve: 'short' },
        right: { elbow: [150, 200], hand: [160, 236], sleeve: 'short' },
      }),
      { scale: 1.5, turn: 3 },
    ) +
    place(
      1090,
      430,
      person({
        skin: skins.porcelain,
        hair: hairs.silver,
        style: 'short',
        look: -0.8,
        glasses: true,
        beard: 'moustache',
        top: colours.cream,
        neck: 'collar',
        over: 'cardigan',
        overColour: colours.terracotta,
        left: { elbow: [-150, 190], hand: [-130, 262] },
        right: { elbow: [130, 196], hand: [10, 268] },
      }),
      { scale: 1.5, turn: -3 },
    ) +
    table() +
    place(640, 830, mug(colours.red), { scale: 1.15 }) +
    steam(640, 690) +
    place(900, 822, mug(colours.white), { scale: 1.15, flip: -1 }) +
    steam(900, 684) +
    biscuits(770, 880),
};

const table = () =>
  shape('M0 800 Q750 750 1500 800 V1000 H0 Z', colours.wood) +
  shape('M0 800 Q750 750 1500 800 V818 Q750 768 0 818 Z', colours.straw) +
  rect(0, 990, 1500, 10, colours.brown);

const biscuits = (x: number, y: number) =>
  oval(x, y + 26, 230, 40, colours.brown, { opacity: 0.3 }) +
  oval(x, y + 12, 220, 44, colours.white) +
  oval(x, y + 6, 176, 30, colours.sand) +
  [
    [-96, -4],
    [-30, 6],
    [42, 4],
    [100, -6],
    [-62, -36],
    [6, -40],
    [70, -36],
  ]
    .map(([dx = 0, dy = 0]) => biscuit(x + dx, y + dy))
    .join('');

const biscuit = (x: number, y: number) =>
  oval(x, y + 8, 52, 24, colours.amber) +
  oval(x, y, 52, 24, colours.straw) +
  [-24, 0, 24].map((dx) => circle(x + dx, y - 2, 5, colours.brown)).join('') +
  circle(x - 12, y + 10, 4, colours.brown) +
  circle(x + 13, y - 13, 4, colours.brown);
