import { blended, circle, glow, oval, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { bunting, cloud, tree } from '../props.ts';
import type { Scene } from '../scene.ts';

export const students: Scene = {
  file: 'students.jpg',
  width: 1600,
  height: 1000,
  draw: () =>
    blended(0, 0, 1600, 1000, '#c9e4e6', '#fdf1da') +
    glow(1280, 140, 420, '#fff0c4', 0.9) +
    cloud(240, 150, 1) +
    cloud(1100, 110, 0.8) +
    hall() +
    oval(300, 900, 900, 260, colours.sage) +
    oval(1350, 920, 800, 260, '#86b39b') +
    place(90, 800, tree(colours.teal), { scale: 1.7 }) +
    place(1530, 810, tree(colours.pine), { scale: 1.6 }) +
    bunting(-20, 60, 1620, 60, 70, [colours.red, colours.straw, colours.white, colours.teal]) +
    row(),
};

const hall = () =>
  rect(430, 330, 740, 420, '#e9cba8') +
  shape('M390 340 L800 190 L1210 340 Z', colours.terracotta) +
  circle(800, 284, 34, colours.cream) +
  [480, 600, 720, 840, 960, 1080].map((x) => rect(x, 380, 56, 330, colours.cream, { rx: 20 })).join('') +
  rect(410, 336, 780, 22, colours.brown);

const row = () =>
  place(
    300,
    600,
    person({
      skin: skins.porcelain,
      hair: hairs.wheat,
      style: 'bob',
      look: 0.5,
      eyes: 'smiling',
      top: colours.coral,
      left: { elbow: [-148, 116], hand: [-124, -22], sleeve: 'rolled', open: true },
      right: { elbow: [120, 190], hand: [60, 270] },
    }),
    { scale: 1.3 },
  ) +
  place(
    1330,
    590,
    person({
      skin: skins.amber,
      hair: hairs.espresso,
      style: 'quiff',
      glasses: true,
      look: -0.5,
      mouth: 'grin',
      top: colours.pine,
      neck: 'collar',
      left: { elbow: [-124, 190], hand: [-50, 262] },
      right: { elbow: [148, 116], hand: [124, -22], sleeve: 'rolled', open: true },
    }),
    { scale: 1.3 },
  ) +
  place(
    530,
    574,
    person({
      skin: skins.cocoa,
      hair: hairs.black,
      style: 'curls',
      look: 0.3,
      mouth: 'grin',
      top: colours.straw,
      over: 'drop',
      left: { elbow: [-124, 190], hand: [-50, 256], sleeve: 'short' },
      right: { elbow: [120, 190], hand: [60, 270], sleeve: 'short' },
    }),
    { scale: 1.36 },
  ) +
  place(
    1090,
    574,
    person({
      skin: skins.honey,
      hair: hairs.black,
      style: 'hijab',
      cloth: colours.dusk,
      look: -0.3,
      eyes: 'smiling',
      top: colours.rose,
      left: { elbow: [-124, 190], hand: [-40, 262] },
      right: { elbow: [130, 190], hand: [50, 262] },
    }),
    { scale: 1.36 },
  ) +
  place(
    810,
    610,
    person({
      skin: skins.cinnamon,
      hair: hairs.black,
      style: 'short',
      beard: 'stubble',
      look: 0.1,
      mouth: 'grin',
      top: colours.red,
      over: 'drop',
      overColour: colours.cream,
      left: { elbow: [-134, 180], hand: [-40, 222], sleeve: 'short' },
      right: { elbow: [134, 180], hand: [40, 232], sleeve: 'short' },
    }),
    { scale: 1.5 },
  );
