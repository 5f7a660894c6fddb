import { blended, circle, glow, place, rect } from './paint.ts';
import { colours, hairs, skins } from './palette.ts';
import { type Person, person } from './person.ts';
import { mug, plant, steam } from './props.ts';
import type { Scene } from './scene.ts';
import { heart } from './signs.ts';

/** A volunteer at work, in a light of their own. */
const portrait = (file: string, from: string, to: string, who: Person, front = '', back = ''): Scene => ({
  file,
  width: 800,
  height: 720,
  draw: () =>
    blended(0, 0, 800, 720, from, to) +
    circle(400, 350, 270, colours.white, { opacity: 0.28 }) +
    glow(400, 300, 380, '#fff6dc', 0.5) +
    back +
    place(400, 420, person(who), { scale: 1.55 }) +
    front,
});

const counter = rect(0, 650, 800, 70, colours.wood) + rect(0, 642, 800, 14, colours.straw);

export const nadia = portrait(
  'nadia',
  colours.blush,
  colours.rose,
  {
    skin: skins.amber,
    hair: hairs.black,
    style: 'braid',
    look: 0.3,
    mouth: 'grin',
    eyes: 'smiling',
    earrings: true,
    top: colours.straw,
    over: 'sari',
    overColour: colours.red,
    left: { elbow: [-136, 150], hand: [-40, 214], sleeve: 'short' },
    right: { elbow: [138, 150], hand: [46, 210], sleeve: 'short' },
  },
  '',
  heart(150, 170, 30, colours.white) + heart(664, 230, 22, colours.red),
);

export const tomas = portrait(
  'tomas',
  colours.mint,
  colours.sage,
  {
    skin: skins.umber,
    hair: hairs.black,
    style: 'short',
    beard: 'full',
    look: -0.3,
    glasses: true,
    mouth: 'grin',
    top: colours.night,
    neck: 'collar',
    over: 'lanyard',
    overColour: colours.coral,
    left: { elbow: [-140, 140], hand: [-20, 196], sleeve: 'rolled' },
    right: { elbow: [140, 140], hand: [20, 176], sleeve: 'rolled' },
  },
  '',
  place(110, 730, plant(colours.terracotta, colours.pine), { scale: 1.5 }),
);

export const mina = portrait(
  'mina',
  colours.sand,
  colours.straw,
  {
    skin: skins.peach,
    hair: hairs.espresso,
    style: 'bun',
    look: 0.25,
    eyes: 'smiling',
    top: colours.teal,
    over: 'apron',
    left: { elbow: [-136, 120], hand: [-104, 140], sleeve: 'rolled' },
    right: { elbow: [138, 120], hand: [110, 140], sleeve: 'rolled' },
  },
  counter +
    place(180, 650, mug(colours.white)) +
    steam(180, 530) +
    place(636, 652, mug(colours.red)) +
    steam(636, 532),
);
