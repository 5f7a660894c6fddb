import { blended, circle, glow, line, oval, place, rect } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { plant } from '../props.ts';
import type { Scene } from '../scene.ts';
import { heart } from '../signs.ts';

export const nurse: Scene = {
  file: 'nurse.jpg',
  width: 1100,
  height: 1400,
  draw: () =>
    blended(0, 0, 1100, 1400, colours.teal, colours.pine) +
    circle(550, 640, 460, colours.sage, { opacity: 0.6 }) +
    glow(550, 560, 480, '#fdf0d0', 0.55) +
    shelf() +
    place(140, 1420, plant(colours.straw, colours.sage), { scale: 2 }) +
    place(
      560,
      720,
      person({
        skin: skins.cinnamon,
        hair: hairs.black,
        style: 'bun',
        look: 0.25,
        mouth: 'grin',
        earrings: true,
        top: colours.rose,
        neck: 'scrubs',
        over: 'coat',
        overColour: '#fbf4ea',
        left: { elbow: [-130, 190], hand: [-10, 190] },
        right: { elbow: [132, 210], hand: [70, 250] },
      }) + stethoscope(),
      { scale: 2.45 },
    ) +
    clipboard(),
};

const shelf = () =>
  rect(760, 250, 340, 18, colours.straw) +
  [
    [800, 130, colours.red],
    [844, 160, colours.cream],
    [888, 120, colours.terracotta],
    [932, 150, colours.straw],
  ]
    .map(([x, y, tone]) => rect(Number(x), Number(y), 36, 250 - Number(y), String(tone), { rx: 4 }))
    .join('') +
  circle(1040, 206, 44, colours.blush) +
  heart(1040, 208, 20, colours.red);

const stethoscope = () =>
  line(
    'M-40 -2 C-44 60 -30 96 -2 104 M40 -2 C46 60 36 96 -2 104 M-2 104 C0 150 56 150 60 116',
    colours.ink,
    8,
  ) +
  circle(60, 110, 15, '#c9bdb4') +
  circle(60, 110, 8, colours.ink);

const clipboard = () =>
  place(
    610,
    1190,
    rect(-150, -180, 300, 390, colours.brown, { rx: 18 }) +
      rect(-126, -146, 252, 350, colours.white, { rx: 8 }) +
      rect(-50, -200, 100, 46, '#c9bdb4', { rx: 12 }) +
      heart(-76, -86, 26, colours.red) +
      line('M-30 -100 h124 M-30 -70 h90 M-96 -10 h190 M-96 34 h190 M-96 78 h150', colours.sand, 12) +
      oval(148, 20, 30, 22, skins.cinnamon) +
      oval(150, 62, 30, 22, skins.cinnamon) +
      oval(148, 104, 29, 21, skins.cinnamon),
    { turn: -6 },
  );
