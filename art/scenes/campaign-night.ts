import { arm, grip, openPalm } from '../holding-arms.ts';
import { clerk, driver } from '../night-arrivals.ts';
import { cab, fullMoon, houseFront, litEntrance, nightSky, streetLamp } from '../night-street.ts';
import { blended, circle, darker, glow, line, oval, place, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { steam } from '../props.ts';
import type { Scene } from '../scene.ts';
import { bowl, bowls, pot, table } from '../soup.ts';

/** After work, at the hospital's gate: a driver, a clerk, a cook, and soup for each of them. */
export const campaignNight: Scene = {
  file: 'campaign-night',
  width: 1500,
  height: 1000,
  draw: () =>
    nightSky(1500, 1000) +
    fullMoon(150, 150, 74) +
    houseFront(-60, 330, 340, 520, 3, '#34406a') +
    houseFront(250, 60, 1300, 800, 8) +
    glow(480, 620, 520, '#ffab52', 0.6) +
    place(480, 800, litEntrance(), { scale: 0.92 }) +
    blended(0, 796, 1500, 204, '#39406a', '#232a48') +
    shape('M290 796 H670 L960 1000 H60 Z', '#f0b267', { opacity: 0.5 }) +
    place(1452, 830, streetLamp(520)) +
    place(168, 862, cab(), { scale: 0.64 }) +
    oval(330, 956, 120, 16, '#1b2140', { opacity: 0.45 }) +
    oval(640, 962, 120, 16, '#1b2140', { opacity: 0.45 }) +
    place(330, 500, driver(), { scale: 0.72 }) +
    place(634, 508, clerk(), { scale: 0.72 }) +
    place(1270, 500, server(), { scale: 1.2 }) +
    place(880, 530, cook(), { scale: 1.2 }) +
    table() +
    place(1196, 828, pot(), { scale: 0.86 }) +
    place(1150, 690, steam(0, 0), { scale: 1.9 }) +
    place(1400, 812, bowls()) +
    place(880, 530, bowlArms(), { scale: 1.2 }) +
    place(1270, 500, ladlingArm(), { scale: 1.2 }),
};

const cook = () =>
  shape('M-96 290 L-104 460 H104 L96 290 Z', colours.white) +
  person({
    skin: skins.umber,
    hair: hairs.black,
    style: 'short',
    beard: 'full',
    look: 0.75,
    mouth: 'grin',
    eyes: 'smiling',
    top: colours.white,
    neck: 'collar',
  }) +
  line('M-40 -4 Q0 40 40 -4', colours.coral, 22) +
  [-24, 24]
    .map((x) => [80, 130, 180].map((y) => circle(x, y, 7, darker(colours.sand, 0.2))).join(''))
    .join('') +
  shape('M-99 236 Q0 256 99 236 L108 470 H-108 Z', '#41567a') +
  line('M-99 240 Q0 260 99 240', '#31446a', 12) +
  place(0, -24, toque());

const toque = () =>
  [
    [-38, -196],
    [0, -214],
    [38, -196],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 42, colours.white))
    .join('') +
  shape('M-54 -110 L-58 -180 H58 L54 -110 Q0 -96 -54 -110 Z', colours.white) +
  line('M-30 -120 V-170 M0 -118 V-176 M30 -120 V-170', darker(colours.sand, 0.06), 5);

const bowlArms = () => {
  const sleeve = { skin: skins.umber, cloth: darker(colours.white, 0.07), sleeve: 'long' } as const;
  return (
    arm({
      shoulder: [-80, 46],
      elbow: [-104, 176],
      wrist: [8, 214],
      hand: openPalm(skins.umber),
      bend: -6,
      ...sleeve,
    }) +
    arm({
      shoulder: [80, 46],
      elbow: [142, 156],
      wrist: [140, 214],
      hand: grip(skins.umber),
      bend: 76,
      ...sleeve,
    }) +
    place(80, 196, bowl()) +
    line('M36 216 Q38 206 46 200 M126 218 Q128 208 120 200', skins.umber, 13)
  );
};

const server = () =>
  person({
    skin: skins.amber,
    hair: hairs.black,
    style: 'hijab',
    cloth: colours.coral,
    look: -0.75,
    eyes: 'smiling',
    mouth: 'grin',
    top: colours.pine,
    over: 'apron',
  }) +
  arm({
    shoulder: [80, 46],
    elbow: [118, 170],
    wrist: [90, 250],
    skin: skins.amber,
    cloth: darker(colours.pine, 0.1),
    sleeve: 'long',
  });

const ladlingArm = () =>
  line('M-274 142 Q-280 160 -278 202', colours.amber, 11) +
  line('M-180 18 L-226 108', '#cfd4d8', 10) +
  place(
    -240,
    136,
    shape('M-32 -18 H32 C32 16 14 26 0 26 C-14 26 -32 16 -32 -18 Z', '#aeb5bb') +
      oval(0, -18, 32, 7, colours.amber),
    { turn: -34 },
  ) +
  arm({
    shoulder: [-80, 46],
    elbow: [-150, 136],
    wrist: [-184, 66],
    skin: skins.amber,
    cloth: darker(colours.pine, 0.1),
    sleeve: 'long',
    hand: grip(skins.amber),
    bend: 10,
    flip: -1,
  });
