import { circle, cut, darker, line, place, rect } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import type { Scene } from '../scene.ts';
import { heart } from '../signs.ts';

/** Somebody has chosen a day. */
export const calendar: Scene = {
  file: 'intro',
  width: 840,
  height: 640,
  draw: () =>
    circle(420, 420, 330, '#f2c9b4') +
    cut(
      'M0 0 H840 V640 H0 Z',
      place(560, 250, month(), { turn: 5 }) +
        place(
          280,
          330,
          person({
            skin: skins.cinnamon,
            hair: hairs.espresso,
            style: 'ponytail',
            look: 0.7,
            eyes: 'smiling',
            mouth: 'grin',
            top: colours.teal,
            neck: 'collar',
            left: { elbow: [-140, 186], hand: [-60, 262] },
            right: { elbow: [150, 120], hand: [232, 18], sleeve: 'rolled' },
          }),
          { scale: 1.16 },
        ),
    ),
};

const month = () =>
  rect(-150, -170, 330, 380, darker('#f2c9b4', 0.16), {
    rx: 22,
    opacity: 0.5,
    transform: 'translate(10 14)',
  }) +
  rect(-150, -170, 330, 380, colours.white, { rx: 22 }) +
  rect(-150, -170, 330, 84, colours.red, { rx: 22 }) +
  rect(-150, -112, 330, 28, colours.red) +
  [-80, 15, 110].map((x) => line(`M${x} -196 V-146`, colours.ink, 13)).join('') +
  days();

const days = () =>
  [0, 1, 2, 3]
    .flatMap((row) => [0, 1, 2, 3, 4].map((column) => [row, column] as const))
    .map(([row, column]) => {
      const [x, y] = [-106 + column * 60, -40 + row * 66];
      return row === 2 && column === 1
        ? circle(x, y, 37, colours.blush) + heart(x, y, 23, colours.red)
        : rect(x - 18, y - 18, 36, 36, colours.sand, { rx: 10 });
    })
    .join('');
