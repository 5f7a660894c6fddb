import { blended, circle, darker, glow, line, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { bunting, mug, plant } from '../props.ts';
import type { Scene } from '../scene.ts';
import { drop } from '../signs.ts';

export const registration: Scene = {
  file: 'registration.jpg',
  width: 1500,
  height: 1000,
  draw: () =>
    blended(0, 0, 1500, 1000, '#f0d9c4', colours.rose) +
    circle(760, 380, 360, colours.blush, { opacity: 0.7 }) +
    glow(760, 340, 460, '#fff1d4', 0.7) +
    bunting(-20, 60, 1520, 60, 80, [colours.red, colours.white, colours.teal, colours.straw]) +
    rect(650, 210, 220, 280, colours.white, { rx: 14 }) +
    drop(760, 356, 60, colours.red) +
    place(110, 760, plant(colours.pine, colours.teal), { scale: 1.6 }) +
    place(
      440,
      440,
      person({
        skin: skins.umber,
        hair: hairs.black,
        style: 'braid',
        look: 0.7,
        eyes: 'down',
        earrings: true,
        top: colours.pine,
        left: { elbow: [-132, 190], hand: [20, 258] },
        right: { elbow: [150, 196], hand: [140, 262] },
      }),
      { scale: 1.5 },
    ) +
    place(
      1090,
      430,
      person({
        skin: skins.peach,
        hair: hairs.copper,
        style: 'curls',
        beard: 'stubble',
        glasses: true,
        look: -0.7,
        top: colours.red,
        over: 'drop',
        overColour: colours.cream,
        left: { elbow: [-150, 196], hand: [-90, 262], sleeve: 'short' },
        right: { elbow: [140, 196], hand: [20, 262], sleeve: 'short' },
      }),
      { scale: 1.5 },
    ) +
    desk() +
    laptop() +
    form() +
    place(1340, 812, mug(colours.teal), { scale: 1 }),
};

const desk = () =>
  rect(0, 796, 1500, 210, colours.wood) +
  rect(0, 790, 1500, 22, colours.straw) +
  rect(0, 860, 1500, 140, darker(colours.wood, 0.1)) +
  drop(750, 936, 40, colours.cream);

const laptop = () =>
  shape('M930 660 H1226 Q1240 660 1238 676 L1226 800 H942 L918 676 Q916 660 930 660 Z', '#cdc5c0') +
  circle(1080, 732, 20, colours.white) +
  rect(900, 796, 360, 16, '#a99f9a', { rx: 8 });

const form = () =>
  shape('M520 812 L560 770 H760 L744 812 Z', colours.white) +
  line('M580 782 h140 M572 796 h120', colours.sand, 5) +
  line('M650 790 L716 700', colours.red, 11) +
  line('M650 790 l6 -9', colours.ink, 9);
