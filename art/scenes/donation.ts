import { blended, circle, glow, line, oval, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { bloodBag, casement, plant } from '../props.ts';
import type { Scene } from '../scene.ts';
import { drop } from '../signs.ts';

export const donation: Scene = {
  file: 'donation.jpg',
  width: 1500,
  height: 1000,
  draw: () =>
    blended(0, 0, 1500, 1000, '#e4efe6', colours.mint) +
    rect(0, 840, 1500, 160, colours.sand) +
    rect(0, 832, 1500, 10, colours.sage) +
    casement(90, 110, 330, 400) +
    glow(250, 320, 460, '#fff6da', 0.6) +
    rect(700, 96, 190, 236, colours.white, { rx: 10 }) +
    drop(795, 214, 52, colours.red) +
    place(1390, 880, plant(colours.terracotta, colours.pine), { scale: 1.35 }) +
    stand() +
    oval(560, 900, 470, 34, colours.terracotta, { opacity: 0.25 }) +
    recliner() +
    place(
      455,
      470,
      person({
        skin: skins.cinnamon,
        hair: hairs.black,
        style: 'bun',
        look: 0.5,
        eyes: 'smiling',
        earrings: true,
        top: colours.straw,
        left: { elbow: [-96, 170], hand: [-10, 262], sleeve: 'short' },
        right: { elbow: [140, 170], hand: [268, 176], sleeve: 'short' },
      }),
      { scale: 1.25, turn: -16 },
    ) +
    blanket() +
    armrest() +
    line('M800 612 C900 660 880 760 960 720 C1010 690 1006 480 1010 396', colours.red, 6) +
    place(
      1185,
      430,
      person({
        skin: skins.honey,
        hair: hairs.chestnut,
        style: 'ponytail',
        look: -0.8,
        tilt: -5,
        top: colours.teal,
        neck: 'scrubs',
        over: 'lanyard',
        left: { elbow: [-132, 170], hand: [-236, 140], sleeve: 'short' },
        right: { elbow: [124, 190], hand: [40, 262], sleeve: 'short' },
      }),
      { scale: 1.42 },
    ) +
    shape('M1040 856 L1056 1000 H1316 L1330 856 Z', colours.pine),
};

const stand = () =>
  line('M1010 240 V900 M930 908 L1010 880 L1090 908', '#b8b0ac', 14) +
  line('M960 236 H1060', '#b8b0ac', 12) +
  place(1010, 252, bloodBag(0.55), { scale: 1.05 });

const recliner = () =>
  shape(
    'M210 330 Q250 290 300 330 L470 730 H880 Q930 730 930 780 V820 H400 Q360 820 342 780 Z',
    colours.red,
  ) +
  shape('M236 336 Q258 318 282 340 L452 748 H420 Z', '#7c0d20', { opacity: 0.6 }) +
  rect(450, 812, 36, 80, colours.ink) +
  rect(820, 812, 36, 80, colours.ink) +
  circle(290, 356, 46, '#b8233a');

/** The hips and the legs lie under it, the seat's side in front of it. */
const blanket = () =>
  shape(
    'M440 716 C520 632 660 640 790 668 L1010 690 C1030 640 1080 650 1082 700 L1074 800 H440 Q416 760 440 716 Z',
    colours.cream,
  ) +
  line(
    'M560 668 C566 720 560 770 552 806 M710 658 C716 720 712 766 706 806 M870 682 C874 730 872 766 868 806',
    colours.blush,
    12,
  ) +
  shape('M352 770 H1090 Q1110 770 1106 792 Q1098 836 1050 836 H420 Q372 836 352 770 Z', '#7c0d20');

const armrest = () =>
  rect(620, 622, 260, 30, colours.white, { rx: 15 }) +
  line('M700 652 V760', colours.ink, 14, { opacity: 0.6 });
