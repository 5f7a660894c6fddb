// People at the hospital's gate after work: a driver and a clerk, full figures.
import { arm, grip, joined, openPalm } from './holding-arms.ts';
import { darker, line, rect, shape } from './paint.ts';
import { colours, hairs, skins } from './palette.ts';
import { person } from './person.ts';

export const driver = () =>
  walkingLegs('#4a3a3c') +
  person({
    skin: skins.cinnamon,
    hair: hairs.steel,
    style: 'short',
    beard: 'moustache',
    look: 0.8,
    eyes: 'smiling',
    mouth: 'smile',
    top: '#b98d5c',
    neck: 'collar',
  }) +
  shape('M-74 2 Q-50 -6 -34 0 C-30 80 -40 150 -36 236 L-88 236 C-92 150 -92 70 -74 2 Z', colours.white) +
  [60, 110, 160, 210].map((y) => line(`M-88 ${y} H-38`, colours.red, 7)).join('') +
  arm({
    shoulder: [-80, 46],
    elbow: [-116, 170],
    wrist: [-86, 262],
    skin: skins.cinnamon,
    cloth: darker('#b98d5c', 0.08),
    sleeve: 'rolled',
    hand: openPalm(skins.cinnamon),
  }) +
  arm({
    shoulder: [80, 46],
    elbow: [142, 130],
    wrist: [156, 32],
    skin: skins.cinnamon,
    cloth: darker('#b98d5c', 0.08),
    sleeve: 'rolled',
    hand: openPalm(skins.cinnamon),
  });

export const clerk = () =>
  walkingLegs(colours.cream) +
  shape('M-97 290 C-100 350 -112 410 -118 452 Q0 480 122 452 C112 410 100 350 97 290 Z', colours.dusk) +
  line('M-116 446 Q0 472 120 446', colours.straw, 10) +
  person({
    skin: skins.honey,
    hair: hairs.black,
    style: 'bob',
    look: 0.7,
    glasses: true,
    mouth: 'smile',
    top: colours.dusk,
    over: 'lanyard',
    overColour: colours.straw,
  }) +
  line('M-70 16 L-96 250', colours.brown, 12) +
  rect(-150, 236, 104, 96, colours.brown, { rx: 12 }) +
  rect(-150, 236, 104, 36, darker(colours.brown, 0.2), { rx: 12 }) +
  arm({
    shoulder: [-80, 46],
    elbow: [-112, 160],
    wrist: [-92, 226],
    skin: skins.honey,
    cloth: darker(colours.dusk, 0.12),
    sleeve: 'rolled',
    hand: grip(skins.honey),
  }) +
  arm({
    shoulder: [80, 46],
    elbow: [120, 166],
    wrist: [112, 264],
    skin: skins.honey,
    cloth: darker(colours.dusk, 0.12),
    sleeve: 'rolled',
    hand: openPalm(skins.honey),
  });

/** Somebody who comes towards the right. */
const walkingLegs = (cloth: string) =>
  joined(
    [
      [-36, 310, 56],
      [-46, 466, 38],
      [-84, 602, 27],
    ],
    darker(cloth, 0.22),
  ) +
  walkingShoe(-96, 616) +
  joined(
    [
      [38, 310, 57],
      [80, 462, 40],
      [80, 612, 28],
    ],
    cloth,
  ) +
  walkingShoe(82, 630);

const walkingShoe = (x: number, y: number) =>
  shape(`M${x - 34} ${y + 16} q-2 -44 34 -40 q16 14 46 20 q18 4 16 20 Z`, '#1d1a2a');
