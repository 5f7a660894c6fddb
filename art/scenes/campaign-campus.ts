import { guest, hall, steps } from '../campus.ts';
import { blended, glow, oval, place, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { cloud, tree } from '../props.ts';
import type { Scene } from '../scene.ts';
import { drop } from '../signs.ts';
import { bicycle, rucksack, shadow, standTable, straps, tableThings } from '../street.ts';
import { walker } from '../walker.ts';

/** A student leads a laughing, doubting friend to the hall, where they are awaited. */
export const campaignCampus: Scene = {
  file: 'campaign-campus',
  width: 1500,
  height: 1000,
  draw: () =>
    blended(0, 0, 1500, 760, '#bfdfe4', '#fdf0d8') +
    glow(180, 120, 420, '#fff3c9', 0.9) +
    cloud(420, 130, 0.9) +
    oval(200, 760, 620, 150, '#a9cbb0') +
    place(80, 730, tree(colours.teal), { scale: 1.45 }) +
    place(560, 720, tree(colours.pine), { scale: 1.1 }) +
    place(0, 26, hall()) +
    shape('M0 720 Q400 690 760 716 H1500 V1000 H0 Z', '#b7cfa6') +
    shape('M0 1000 L0 850 Q420 760 760 716 H1500 V1000 Z', '#f0d9b3') +
    steps() +
    guest() +
    passers() +
    volunteer() +
    friend() +
    leader(),
};

const passers = () =>
  shadow(150, 826, 150) +
  place(
    120,
    470,
    walker({
      skin: skins.umber,
      hair: hairs.black,
      style: 'short',
      look: 0.6,
      mouth: 'smile',
      top: colours.cream,
      hem: 'kurta',
      trousers: '#d8c6b4',
      stance: 'walk',
      left: { elbow: [-96, 130], hand: [-80, 220], behind: true },
      right: { elbow: [106, 150], hand: [162, 250] },
    }),
    { scale: 0.62 },
  ) +
  place(164, 826, bicycle(colours.coral), { scale: 0.74 });

const volunteer = () =>
  shadow(1300, 914, 240) +
  place(
    1336,
    388,
    walker({
      skin: skins.honey,
      hair: hairs.black,
      style: 'hijab',
      cloth: colours.dusk,
      look: -0.5,
      eyes: 'smiling',
      mouth: 'grin',
      top: colours.red,
      sleeve: 'long',
      trousers: colours.night,
      chest: drop(0, 132, 26, colours.white),
      left: { elbow: [-146, 74], hand: [-176, -34], open: true },
      right: { elbow: [112, 150], hand: [70, 250], flip: true },
    }),
    { scale: 0.92 },
  ) +
  place(1300, 912, standTable(390, 196, colours.teal)) +
  place(1270, 700, tableThings(), { scale: 1.1 });

const friend = () =>
  shadow(452, 916, 140) +
  place(
    398,
    376,
    walker({
      skin: skins.cinnamon,
      hair: hairs.black,
      style: 'curls',
      look: 0.4,
      mouth: 'grin',
      glasses: true,
      tilt: -6,
      top: '#e2a53f',
      sleeve: 'long',
      trousers: '#8a4f3a',
      shoe: colours.teal,
      stance: 'pulled',
      left: { elbow: [-146, 10], hand: [-70, -76], behind: true },
      right: { elbow: [110, 106], hand: [180, 117] },
    }),
    { scale: 0.96, turn: -3 },
  );

const leader = () =>
  shadow(816, 916, 140) +
  place(
    796,
    372,
    walker({
      skin: skins.amber,
      hair: hairs.espresso,
      style: 'ponytail',
      look: -0.7,
      eyes: 'smiling',
      mouth: 'grin',
      earrings: true,
      top: colours.pine,
      hem: 'kurta',
      trousers: '#f7ead6',
      shoe: colours.red,
      stance: 'walk',
      back: rucksack(colours.coral),
      chest: straps(colours.coral),
      left: { elbow: [-108, 122], hand: [-166, 124] },
      right: { elbow: [126, 96], hand: [192, 20], open: true },
    }),
    { scale: 0.96, turn: 5 },
  );
