import { blended, circle, darker, glow, line, oval, place, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { cloud } from '../props.ts';
import type { Scene } from '../scene.ts';
import { drop } from '../signs.ts';

/** A country boat brings donors and a cool box over the river at sunrise. */
export const river: Scene = {
  file: 'river-boat.jpg',
  width: 1600,
  height: 1000,
  draw: () =>
    blended(0, 0, 1600, 600, '#f7b58d', '#fde6bd') +
    circle(1120, 470, 150, '#fff2c8') +
    glow(1120, 470, 620, '#fff0c0', 0.8) +
    cloud(300, 180, 1.2, '#fff0dc', 0.7) +
    cloud(760, 120, 0.8, '#fff0dc', 0.6) +
    birds() +
    shape('M0 560 C200 470 420 520 620 540 C860 560 1240 480 1600 530 V640 H0 Z', '#7ba694') +
    palms() +
    blended(0, 590, 1600, 410, '#8fbcb4', colours.teal) +
    ripples() +
    oval(760, 838, 560, 40, colours.pine, { opacity: 0.45 }) +
    sail() +
    crew() +
    hull() +
    ripplesInFront(),
};

const birds = () =>
  [
    [520, 260, 1],
    [600, 220, 0.8],
    [660, 290, 0.7],
  ]
    .map(([x = 0, y = 0, s = 1]) =>
      place(x, y, line('M-34 -8 Q-16 -22 0 0 Q16 -22 34 -8', colours.brown, 6), { scale: s }),
    )
    .join('');

const palms = () =>
  [
    [110, 560, 1.1],
    [240, 545, 0.8],
    [1490, 530, 1],
  ]
    .map(([x = 0, y = 0, s = 1]) =>
      place(
        x,
        y,
        line('M0 20 C-6 -80 10 -130 22 -190', colours.brown, 14) +
          [-150, -110, -70, -30, 10, 40]
            .map((turn) =>
              place(22, -190, shape('M0 0 Q60 -34 120 10 Q60 0 0 0 Z', colours.pine), { turn: turn + 20 }),
            )
            .join(''),
        { scale: s },
      ),
    )
    .join('');

const ripples = () =>
  [
    [1040, 640, 160],
    [1120, 680, 220],
    [1060, 726, 150],
    [1150, 770, 190],
    [200, 700, 140],
    [320, 760, 200],
    [120, 860, 190],
  ]
    .map(([x = 0, y = 0, w = 0]) =>
      line(`M${x - w / 2} ${y} q${w / 4} -10 ${w / 2} 0 t${w / 2} 0`, colours.cream, 7, { opacity: 0.55 }),
    )
    .join('');

const sail = () =>
  line('M700 180 V800', colours.brown, 18) +
  shape('M716 200 C900 240 960 430 930 600 L716 640 Z', colours.red) +
  shape('M716 200 C800 260 830 460 800 624 L716 640 Z', darker(colours.red, 0.16), { opacity: 0.6 }) +
  drop(830, 440, 56, colours.cream) +
  shape('M684 230 C600 330 560 480 560 610 L684 632 Z', colours.cream) +
  shape('M700 180 L770 200 L700 222 Z', colours.straw);

const crew = () =>
  place(
    430,
    620,
    person({
      skin: skins.cinnamon,
      hair: hairs.black,
      style: 'short',
      look: 0.8,
      beard: 'moustache',
      top: colours.white,
      neck: 'kurta',
      left: { elbow: [-124, 180], hand: [-190, 110] },
      right: { elbow: [120, 180], hand: [40, 210] },
    }),
    { scale: 0.82 },
  ) +
  line('M236 560 L330 940', colours.brown, 14) +
  place(
    1040,
    640,
    person({
      skin: skins.amber,
      hair: hairs.espresso,
      style: 'hijab',
      cloth: colours.coral,
      look: -0.4,
      eyes: 'smiling',
      top: colours.pine,
      left: { elbow: [-120, 180], hand: [-40, 230] },
      right: { elbow: [150, 120], hand: [196, -10] },
    }),
    { scale: 0.78 },
  ) +
  place(
    870,
    676,
    person({
      skin: skins.umber,
      hair: hairs.black,
      style: 'curls',
      child: true,
      look: 0.5,
      mouth: 'grin',
      top: colours.straw,
      left: { elbow: [-120, 170], hand: [-60, 230], sleeve: 'short' },
      right: { elbow: [120, 170], hand: [60, 230], sleeve: 'short' },
    }),
    { scale: 0.62 },
  ) +
  box();

const box = () =>
  shape('M560 716 h150 v110 h-150 Z', colours.white) +
  shape('M550 700 h170 v26 h-170 Z', colours.red) +
  drop(635, 778, 24, colours.red);

const hull = () =>
  shape(
    'M190 730 C280 800 520 806 760 806 C1000 806 1220 800 1340 700 C1320 830 1230 900 1120 900 H420 C310 900 210 850 190 730 Z',
    colours.wood,
  ) +
  shape(
    'M206 776 C320 846 560 846 760 846 C980 846 1190 846 1322 764 C1290 850 1220 900 1120 900 H420 C320 900 236 860 206 776 Z',
    colours.brown,
  ) +
  line('M190 730 C280 800 520 806 760 806 C1000 806 1220 800 1340 700', colours.straw, 14);

const ripplesInFront = () =>
  [
    [420, 910, 420],
    [900, 926, 520],
    [640, 966, 380],
    [1300, 880, 260],
  ]
    .map(([x = 0, y = 0, w = 0]) =>
      line(
        `M${x - w / 2} ${y} q${w / 8} -14 ${w / 4} 0 t${w / 4} 0 t${w / 4} 0 t${w / 4} 0`,
        colours.cream,
        8,
        { opacity: 0.6 },
      ),
    )
    .join('');
