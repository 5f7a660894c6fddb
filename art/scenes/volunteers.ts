import { blended, circle, glow, place, rect } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { bunting, mug, plant } from '../props.ts';
import type { Scene } from '../scene.ts';

export const volunteers: Scene = {
  file: 'volunteers.jpg',
  width: 1100,
  height: 1400,
  draw: () =>
    blended(0, 0, 1100, 1400, colours.sand, colours.blush) +
    circle(560, 640, 470, colours.straw, { opacity: 0.35 }) +
    glow(560, 600, 520, '#fff4d8', 0.8) +
    bunting(-30, 120, 1130, 90, 110, [colours.red, colours.teal, colours.straw, colours.white]) +
    place(120, 1330, plant(colours.terracotta, colours.teal), { scale: 1.7 }) +
    place(1020, 1330, plant(colours.pine, colours.sage), { scale: 1.4, flip: -1 }) +
    place(
      745,
      690,
      person({
        skin: skins.umber,
        hair: hairs.black,
        style: 'short',
        beard: 'stubble',
        look: -0.5,
        eyes: 'smiling',
        mouth: 'grin',
        top: colours.cream,
        neck: 'collar',
        over: 'apron',
        left: { elbow: [-150, 190], hand: [-190, 60], behind: true },
        right: { elbow: [142, 190], hand: [60, 262] },
      }),
      { scale: 2.15 },
    ) +
    place(
      385,
      800,
      person({
        skin: skins.honey,
        hair: hairs.espresso,
        style: 'hijab',
        cloth: colours.teal,
        look: 0.45,
        tilt: 4,
        top: colours.straw,
        over: 'apron',
        left: { elbow: [-140, 180], hand: [-40, 226] },
        right: { elbow: [136, 186], hand: [50, 226] },
      }),
      { scale: 2.1 },
    ) +
    place(385, 1332, mug(colours.white), { scale: 1.2 }) +
    rect(0, 1322, 1100, 90, colours.wood) +
    rect(0, 1318, 1100, 20, colours.brown),
};
