import { circle, cut, line, place } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import type { Scene } from '../scene.ts';
import { heart, plaster } from '../signs.ts';

/** Three who have just given, arms up with their plasters. */
export const inspire: Scene = {
  file: 'inspire',
  width: 1120,
  height: 920,
  draw: () =>
    circle(580, 440, 412, '#f6d9c6') +
    circle(580, 440, 330, '#fbe9d6') +
    rays() +
    cut(
      'M0 0 H1120 V810 H0 Z',
      place(
        852,
        486,
        person({
          skin: skins.honey,
          hair: hairs.espresso,
          style: 'hijab',
          cloth: colours.teal,
          look: -0.4,
          mouth: 'grin',
          eyes: 'smiling',
          top: colours.straw,
          left: { elbow: [-140, 180], hand: [-56, 250] },
          right: { elbow: [152, -10], hand: [118, -170], sleeve: 'rolled', behind: true },
        }) + place(136, -86, plaster(), { turn: 76, scale: 0.36 }),
        { scale: 1.24 },
      ) +
        place(
          300,
          492,
          person({
            skin: skins.peach,
            hair: hairs.copper,
            style: 'curls',
            look: 0.45,
            mouth: 'grin',
            glasses: true,
            top: colours.pine,
            left: { elbow: [-150, -8], hand: [-112, -166], sleeve: 'short', behind: true },
            right: { elbow: [136, 184], hand: [60, 254], sleeve: 'short' },
          }) + place(-132, -84, plaster(), { turn: -76, scale: 0.36 }),
          { scale: 1.2 },
        ) +
        place(
          576,
          440,
          person({
            skin: skins.umber,
            hair: hairs.black,
            style: 'afro',
            look: 0.1,
            mouth: 'grin',
            eyes: 'smiling',
            earrings: true,
            top: colours.red,
            over: 'drop',
            overColour: colours.white,
            left: { elbow: [-132, 190], hand: [-40, 240], sleeve: 'short' },
            right: { elbow: [132, 190], hand: [40, 246], sleeve: 'short' },
          }),
          { scale: 1.36 },
        ),
    ) +
    line('M80 810 H1040', '#b8978a', 8) +
    heart(200, 190, 30, colours.red) +
    heart(958, 176, 26, colours.amber) +
    heart(1066, 262, 16, colours.red) +
    heart(78, 304, 15, colours.teal),
};

const rays = () =>
  [-64, -42, -20, 0, 20, 42, 64]
    .map((turn) => place(580, 440, line('M0 -350 V-386', colours.straw, 10), { turn }))
    .join('');
