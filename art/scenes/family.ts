import { blended, circle, glow, line, oval, place } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { cloud, tree } from '../props.ts';
import type { Scene } from '../scene.ts';
import { heart } from '../signs.ts';

export const family: Scene = {
  file: 'family.jpg',
  width: 1100,
  height: 1400,
  draw: () =>
    blended(0, 0, 1100, 1400, '#cfe7e4', '#fdf0d6') +
    circle(850, 270, 110, '#fff3c9') +
    glow(850, 270, 380, '#fff0c4', 0.8) +
    cloud(240, 220, 1.1) +
    oval(160, 1200, 700, 360, colours.sage, { opacity: 0.8 }) +
    oval(980, 1240, 640, 380, '#86b39b') +
    place(80, 1010, tree(colours.teal), { scale: 1.9 }) +
    place(1060, 1030, tree(colours.pine), { scale: 1.6 }) +
    place(
      710,
      760,
      person({
        skin: skins.amber,
        hair: hairs.black,
        style: 'short',
        beard: 'full',
        look: -0.4,
        eyes: 'smiling',
        mouth: 'grin',
        top: colours.teal,
        neck: 'kurta',
        left: { elbow: [-150, 176], hand: [-170, 60], behind: true },
        right: { elbow: [156, 140], hand: [104, -20] },
      }),
      { scale: 2 },
    ) +
    place(
      340,
      860,
      person({
        skin: skins.honey,
        hair: hairs.espresso,
        style: 'long',
        look: 0.5,
        tilt: 5,
        top: colours.straw,
        over: 'sari',
        overColour: colours.red,
        earrings: true,
        left: { elbow: [-136, 186], hand: [-40, 250], sleeve: 'short' },
        right: { elbow: [140, 190], hand: [90, 280], sleeve: 'short' },
      }),
      { scale: 1.9 },
    ) +
    place(
      600,
      1080,
      person({
        skin: skins.honey,
        hair: hairs.black,
        style: 'bob',
        child: true,
        look: -0.15,
        mouth: 'grin',
        top: colours.coral,
        left: { elbow: [-140, 150], hand: [-60, 210], sleeve: 'short' },
        right: { elbow: [140, 150], hand: [60, 210], sleeve: 'short' },
      }),
      { scale: 1.35 },
    ) +
    balloon(970, 520),
};

const balloon = (x: number, y: number) =>
  line(`M${x} ${y + 90} q-40 120 -70 220`, colours.brown, 4) +
  heart(x, y, 92, colours.red) +
  oval(x - 40, y - 44, 16, 26, colours.white, { opacity: 0.5 });
