import { blended, circle, glow, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { bunting, plant } from '../props.ts';
import type { Scene } from '../scene.ts';

export const volunteers: Scene = {
  file: 'volunteers.jpg',
  title: 'Two volunteers in red aprons welcome donors to the campaign',
  width: 1100,
  height: 1400,
  draw: () =>
    blended(0, 0, 1100, 1400, colours.sand, colours.blush) +
    circle(560, 640, 470, colours.straw, { opacity: 0.35 }) +
    glow(560, 600, 520, '#fff4d8', 0.8) +
    bunting(-30, 120, 1130, 90, 110, [colours.red, colours.teal, colours.straw, colours.white]) +
    place(120, 1400, plant(colours.terracotta, colours.teal), { scale: 1.7 }) +
    place(1010, 1420, plant(colours.pine, colours.sage), { scale: 1.4, flip: -1 }) +
    place(
      740,
      770,
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
        right: { elbow: [150, 180], hand: [70, 270], sleeve: 'long' },
      }),
      { scale: 2 },
    ) +
    place(
      390,
      860,
      person({
        skin: skins.honey,
        hair: hairs.espresso,
        style: 'hijab',
        cloth: colours.teal,
        look: 0.45,
        mouth: 'smile',
        tilt: 4,
        top: colours.straw,
        over: 'apron',
        left: { elbow: [-140, 190], hand: [-60, 260] },
        right: { elbow: [130, 200], hand: [40, 262] },
      }),
      { scale: 1.95 },
    ) +
    shape('M0 1330 H1100 V1400 H0 Z', colours.wood) +
    rect(0, 1322, 1100, 20, colours.brown),
};
