import { blended, circle, glow, line, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { bunting, plant, tree } from '../props.ts';
import type { Scene } from '../scene.ts';
import { drop } from '../signs.ts';

/** A family in front of the glasshouse on a bright January morning. */
export const garden: Scene = {
  file: 'campaign-garden',
  width: 1500,
  height: 1000,
  draw: () =>
    blended(0, 0, 1500, 1000, '#d6ebe6', '#fbeccf') +
    circle(1240, 190, 96, '#ffe9b8') +
    glow(1240, 190, 380, '#fff1c4', 0.8) +
    place(110, 800, tree(colours.teal), { scale: 1.7 }) +
    place(1420, 800, tree(colours.pine), { scale: 1.6 }) +
    glasshouse() +
    shape('M0 790 Q750 740 1500 790 V1000 H0 Z', '#a9c59a') +
    shape('M560 1000 Q700 860 710 772 H790 Q800 860 940 1000 Z', '#f0dcb6') +
    place(250, 900, plant(colours.terracotta, colours.teal), { scale: 1.1 }) +
    place(1260, 900, plant(colours.cream, colours.sage), { scale: 1.1, flip: -1 }) +
    bunting(240, 300, 1260, 300, 70, [colours.red, colours.white, colours.straw, colours.teal]) +
    place(
      560,
      640,
      person({
        skin: skins.cinnamon,
        hair: hairs.black,
        style: 'bob',
        look: 0.4,
        mouth: 'grin',
        top: colours.cream,
        over: 'sari',
        overColour: colours.coral,
        left: { elbow: [-140, 186], hand: [-70, 262] },
        right: { elbow: [132, 190], hand: [100, 290] },
      }),
      { scale: 1.2 },
    ) +
    place(
      960,
      640,
      person({
        skin: skins.umber,
        hair: hairs.black,
        style: 'short',
        beard: 'stubble',
        look: -0.4,
        eyes: 'smiling',
        mouth: 'grin',
        top: colours.night,
        neck: 'collar',
        left: { elbow: [-132, 190], hand: [-100, 290], sleeve: 'rolled' },
        right: { elbow: [160, 10], hand: [200, -104], sleeve: 'rolled', behind: true, open: true },
      }),
      { scale: 1.22 },
    ) +
    place(
      756,
      790,
      person({
        skin: skins.cocoa,
        hair: hairs.black,
        style: 'ponytail',
        look: 0.1,
        eyes: 'smiling',
        mouth: 'grin',
        child: true,
        top: colours.red,
        over: 'drop',
        overColour: colours.white,
        left: { elbow: [-130, 120], hand: [-160, 220], sleeve: 'short' },
        right: { elbow: [130, 120], hand: [160, 220], sleeve: 'short' },
      }),
      { scale: 0.86 },
    ),
};

const glasshouse = () =>
  shape('M330 800 V470 Q330 170 750 150 Q1170 170 1170 470 V800 Z', '#eaf5ee', { opacity: 0.9 }) +
  [440, 620, 880, 1060].map((x) => place(x, 800, plant('#c98a5c', colours.sage), { scale: 0.9 })).join('') +
  line('M330 800 V470 Q330 170 750 150 Q1170 170 1170 470 V800', colours.white, 16) +
  line(
    'M470 800 V270 M610 800 V184 M890 800 V184 M1030 800 V270 M330 470 H1170 M330 640 H1170',
    colours.white,
    10,
  ) +
  line('M750 150 V90', colours.white, 12) +
  circle(750, 84, 16, colours.straw) +
  rect(660, 520, 180, 290, colours.pine, { rx: 12 }) +
  circle(750, 600, 46, colours.cream) +
  drop(750, 606, 22, colours.red);
