import { blended, circle, darker, glow, oval, place, rect, shape } from '../paint.ts';
import { colours } from '../palette.ts';
import { bloodBag, casement, plant } from '../props.ts';
import type { Scene } from '../scene.ts';
import { heart } from '../signs.ts';

export const coolBox: Scene = {
  file: 'cool-box.jpg',
  width: 1200,
  height: 1200,
  draw: () =>
    blended(0, 0, 1200, 1200, '#f7dfc8', colours.rose) +
    casement(360, 90, 480, 430, '#cfe7ea', '#fbf3df') +
    glow(600, 320, 560, '#fff6da', 0.7) +
    place(120, 930, plant(colours.pine, colours.teal), { scale: 1.5 }) +
    blended(0, 900, 1200, 300, '#c98f62', '#a9683f') +
    rect(0, 892, 1200, 18, colours.straw) +
    oval(610, 1052, 440, 46, colours.brown, { opacity: 0.4 }) +
    bags() +
    box() +
    lid(),
};

const lid = () =>
  place(
    1014,
    860,
    rect(-330, -46, 660, 76, colours.red, { rx: 22 }) +
      rect(-90, -86, 180, 46, darker(colours.red, 0.25), { rx: 16 }),
    { turn: 76, scale: 0.72 },
  );

const bags = () =>
  [
    [390, 480, -7, 0.95],
    [530, 452, 3, 1],
    [674, 466, -2, 0.9],
    [814, 486, 8, 0.95],
  ]
    .map(([x = 0, y = 0, turn = 0, fill = 1]) => place(x, y, bloodBag(fill), { turn, scale: 1.5 }))
    .join('');

const box = () =>
  shape('M240 690 H960 L930 1040 Q926 1066 900 1066 H300 Q274 1066 270 1040 Z', colours.white) +
  shape('M780 690 H960 L930 1040 Q926 1066 900 1066 H760 Z', darker(colours.white, 0.1)) +
  rect(222, 668, 756, 50, colours.red, { rx: 20 }) +
  circle(560, 880, 104, colours.blush) +
  heart(560, 884, 62, colours.red) +
  shape('M270 1000 L934 1000 L930 1040 Q926 1066 900 1066 H300 Q274 1066 272 1040 Z', colours.teal);
