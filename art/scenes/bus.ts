import { blended, circle, darker, glow, line, oval, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { cloud, tree } from '../props.ts';
import type { Scene } from '../scene.ts';
import { drop } from '../signs.ts';

export const bus: Scene = {
  file: 'donor-bus.jpg',
  width: 1500,
  height: 1000,
  draw: () =>
    blended(0, 0, 1500, 700, '#bfe0e4', '#fbeed8') +
    circle(1240, 170, 84, colours.white, { opacity: 0.9 }) +
    glow(1240, 170, 300, '#fff0c4', 0.8) +
    cloud(300, 170, 1.1) +
    cloud(860, 110, 0.8) +
    town() +
    place(90, 760, tree(colours.teal), { scale: 1.5 }) +
    place(1440, 750, tree(colours.pine), { scale: 1.4 }) +
    rect(0, 740, 1500, 260, '#d9c7b4') +
    rect(0, 740, 1500, 26, colours.sage) +
    blended(0, 820, 1500, 180, '#9c8c86', '#857672') +
    line('M40 910 H1500', colours.cream, 10, { 'stroke-dasharray': '90 70', opacity: 0.8 }) +
    oval(640, 848, 560, 26, colours.ink, { opacity: 0.3 }) +
    vehicle() +
    queue(),
};

const town = () =>
  [
    [0, 420, 190],
    [170, 470, 150],
    [300, 390, 170],
    [1010, 440, 180],
    [1170, 380, 150],
    [1300, 460, 220],
  ]
    .map(([x = 0, y = 0, w = 0], i) => {
      const wall = i % 2 ? '#ecd2b4' : '#e3bfa4';
      const panes = [0, 1, 2, 3, 4, 5].map((k) =>
        rect(x + 26 + (k % 3) * (w / 3.4), y + 40 + Math.floor(k / 3) * 90, 26, 44, colours.cream, {
          rx: 4,
          opacity: 0.8,
        }),
      );
      return rect(x, y, w, 330, wall, { rx: 8 }) + panes.join('');
    })
    .join('');

const vehicle = () =>
  shape(
    'M150 330 Q150 270 214 270 H1010 Q1090 270 1108 350 L1140 540 Q1146 560 1146 590 V760 Q1146 790 1116 790 H180 Q150 790 150 760 Z',
    colours.red,
  ) +
  shape('M150 560 H1144 V640 H150 Z', colours.cream) +
  shape('M180 262 H1000 Q1010 262 1010 272 V284 H170 V272 Q170 262 180 262 Z', darker(colours.red, 0.3)) +
  [200, 366, 532].map((x) => pane(x)).join('') +
  shape('M960 330 H1050 Q1072 330 1078 360 L1104 520 H960 Z', colours.sky) +
  shape('M960 330 H1010 L980 520 H960 Z', colours.white, { opacity: 0.4 }) +
  rect(742, 340, 170, 430, darker(colours.red, 0.28), { rx: 12 }) +
  rect(758, 356, 138, 400, '#ffe9b8', { rx: 8 }) +
  rect(742, 764, 190, 22, colours.ink) +
  circle(330, 602, 76, colours.white) +
  drop(330, 612, 36, colours.red) +
  rect(1108, 690, 44, 40, colours.straw, { rx: 10 }) +
  rect(150, 740, 996, 26, darker(colours.red, 0.3), { opacity: 0.5 }) +
  [340, 990].map(wheel).join('');

const pane = (x: number) =>
  rect(x, 340, 140, 170, colours.sky, { rx: 14 }) +
  shape(`M${x + 20} 510 L${x + 80} 340 H${x + 120} L${x + 60} 510 Z`, colours.white, { opacity: 0.4 });

const wheel = (x: number) =>
  circle(x, 790, 74, colours.ink) + circle(x, 790, 40, '#c9bdb4') + circle(x, 790, 14, colours.ink);

/** A nurse in the door, and two who come. */
const queue = () =>
  place(
    828,
    520,
    person({
      skin: skins.honey,
      hair: hairs.black,
      style: 'bob',
      look: 0.6,
      eyes: 'smiling',
      top: colours.white,
      neck: 'vee',
      over: 'coat',
      overColour: '#fbf4ea',
      left: { elbow: [-104, 180], hand: [-60, 280] },
      right: { elbow: [150, 110], hand: [190, -20] },
    }),
    { scale: 0.66 },
  ) +
  rect(742, 716, 190, 70, darker(colours.red, 0.28)) +
  walker(1212, 560, skins.umber, hairs.black, 'curls', colours.straw, colours.night, -0.8) +
  walker(1372, 540, skins.peach, hairs.copper, 'long', colours.teal, colours.brown, -0.6);

const walker = (
  x: number,
  y: number,
  skin: string,
  hair: string,
  style: 'curls' | 'long',
  top: string,
  legs: string,
  look: number,
) =>
  oval(x, y + 376, 90, 14, colours.ink, { opacity: 0.3 }) +
  line(`M${x - 26} ${y + 200} L${x - 34} ${y + 360} M${x + 26} ${y + 200} L${x + 36} ${y + 352}`, legs, 46) +
  oval(x - 42, y + 372, 36, 14, colours.ink) +
  oval(x + 28, y + 368, 36, 14, colours.ink) +
  place(
    x,
    y,
    person({
      skin,
      hair,
      style,
      look,
      top,
      left: { elbow: [-124, 180], hand: [-110, 290], sleeve: 'short' },
      right: { elbow: [124, 180], hand: [112, 290], sleeve: 'short' },
    }),
    { scale: 0.74 },
  );
