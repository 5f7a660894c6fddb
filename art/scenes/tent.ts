import { blended, circle, darker, dice, glow, line, oval, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { lamps, tree } from '../props.ts';
import type { Scene } from '../scene.ts';
import { drop } from '../signs.ts';

export const tent: Scene = {
  file: 'tent-at-dusk.jpg',
  width: 1500,
  height: 1000,
  draw: () =>
    blended(0, 0, 1500, 760, '#27375c', '#e39a7a') +
    stars() +
    circle(250, 180, 56, '#fdf0d0') +
    circle(276, 168, 50, '#33436a') +
    shape('M0 640 C240 520 420 600 640 610 C900 620 1180 500 1500 610 V1000 H0 Z', '#4a4468') +
    place(150, 800, tree('#33465f', '#2a1f30'), { scale: 1.7 }) +
    place(1380, 800, tree('#2c3f58', '#2a1f30'), { scale: 1.9 }) +
    rect(0, 770, 1500, 230, '#3d3a52') +
    glow(750, 700, 640, '#ffcf85', 0.85) +
    oval(750, 860, 620, 60, '#ffcf85', { opacity: 0.35 }) +
    canopy() +
    lamps(420, 424, 1080, 424, 16) +
    people() +
    counter() +
    lamps(-20, 250, 420, 330, 40) +
    lamps(1080, 330, 1520, 240, 40),
};

const stars = () => {
  const roll = dice(5);
  return Array.from({ length: 46 }, () =>
    circle(roll(0, 1500), roll(0, 360), roll(1.4, 3.6), '#fff3d6', { opacity: 0.8 }),
  ).join('');
};

const canopy = () => {
  const stripes = Array.from({ length: 6 }, (_, i) => {
    const left = 350 + i * 133.4;
    const top = 660 + i * 30;
    return shape(
      `M${top} 180 L${top + 30} 180 L${left + 133.4} 400 Q${left + 66} 440 ${left} 400 Z`,
      i % 2 ? colours.cream : colours.red,
    );
  }).join('');
  return (
    shape('M400 400 H1100 V860 H400 Z', '#f4b978', { opacity: 0.5 }) +
    line('M380 396 V880 M1120 396 V880', colours.brown, 18) +
    stripes +
    rect(640, 168, 220, 26, darker(colours.red, 0.3), { rx: 13 }) +
    line('M750 168 V96', colours.brown, 8) +
    shape('M750 96 L830 118 L750 144 Z', colours.straw)
  );
};

const people = () =>
  place(
    600,
    560,
    person({
      skin: skins.amber,
      hair: hairs.black,
      style: 'hijab',
      cloth: colours.straw,
      look: 0.5,
      eyes: 'smiling',
      top: colours.teal,
      over: 'apron',
      left: { elbow: [-124, 190], hand: [-40, 250] },
      right: { elbow: [140, 150], hand: [190, 80] },
    }),
    { scale: 0.92 },
  ) +
  place(
    900,
    556,
    person({
      skin: skins.cocoa,
      hair: hairs.black,
      style: 'cap',
      cloth: colours.red,
      look: -0.5,
      mouth: 'grin',
      top: colours.cream,
      over: 'apron',
      left: { elbow: [-130, 180], hand: [-40, 240] },
      right: { elbow: [130, 190], hand: [50, 250] },
    }),
    { scale: 0.92 },
  ) +
  place(
    1240,
    600,
    person({
      skin: skins.honey,
      hair: hairs.espresso,
      style: 'long',
      look: -0.9,
      top: colours.coral,
      left: { elbow: [-130, 170], hand: [-180, 90] },
      right: { elbow: [120, 190], hand: [100, 300] },
    }),
    { scale: 0.98 },
  ) +
  shape('M1146 900 H1334 L1350 1000 H1130 Z', '#2b2a40') +
  place(
    250,
    610,
    person({
      skin: skins.peach,
      hair: hairs.chestnut,
      style: 'quiff',
      look: 0.9,
      beard: 'stubble',
      eyes: 'smiling',
      top: colours.night,
      left: { elbow: [-120, 190], hand: [-100, 300] },
      right: { elbow: [124, 190], hand: [60, 262] },
    }),
    { scale: 0.98 },
  ) +
  shape('M156 910 H344 L356 1000 H140 Z', '#4c3a3f');

const counter = () =>
  rect(440, 760, 620, 130, colours.red, { rx: 10 }) +
  rect(426, 744, 648, 30, colours.cream, { rx: 10 }) +
  drop(750, 836, 34, colours.cream) +
  [500, 560, 620]
    .map((x) => rect(x, 706, 34, 40, x === 560 ? colours.teal : colours.white, { rx: 6 }))
    .join('') +
  rect(900, 716, 90, 30, colours.white, { rx: 4 });
