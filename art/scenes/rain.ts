import { blended, circle, darker, dice, glow, line, oval, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { type Person, person } from '../person.ts';
import type { Scene } from '../scene.ts';
import { drop } from '../signs.ts';

/** They come in the rain, too. */
export const rain: Scene = {
  file: 'rainy-evening.jpg',
  width: 1100,
  height: 1400,
  draw: () =>
    blended(0, 0, 1100, 1400, '#2b4257', '#5d7486') +
    house() +
    glow(820, 640, 560, '#ffd28c', 0.7) +
    blended(0, 1120, 1100, 280, '#4f6272', '#34485a') +
    oval(820, 1200, 330, 60, '#ffd28c', { opacity: 0.4 }) +
    drops() +
    visitor(290, 800, 1.45, colours.red, {
      skin: skins.umber,
      hair: hairs.black,
      style: 'ponytail',
      look: 0.7,
      top: colours.straw,
      left: { elbow: [-120, 190], hand: [-70, 262] },
      right: { elbow: [130, 160], hand: [100, 40] },
    }) +
    visitor(690, 850, 1.3, colours.teal, {
      skin: skins.peach,
      hair: hairs.steel,
      style: 'short',
      beard: 'full',
      glasses: true,
      look: 0.5,
      eyes: 'smiling',
      top: colours.cream,
      over: 'cardigan',
      overColour: colours.terracotta,
      left: { elbow: [-124, 190], hand: [-50, 262] },
      right: { elbow: [130, 160], hand: [100, 40] },
    }),
};

const house = () =>
  rect(520, 180, 600, 960, '#8f4a3c') +
  [0, 1, 2, 3, 4, 5, 6, 7].map((i) => line(`M520 ${240 + i * 110} H1100`, '#7c3e33', 6)).join('') +
  shape('M600 420 Q810 250 1020 420 V1140 H600 Z', '#ffe0a3') +
  shape('M640 440 Q810 310 980 440 V1140 H640 Z', '#fff0cf') +
  rect(600, 1126, 420, 20, colours.brown) +
  circle(960, 236, 60, colours.cream) +
  drop(960, 244, 29, colours.red) +
  rect(60, 360, 320, 330, '#41586b', { rx: 10 }) +
  rect(80, 380, 130, 290, '#ffdf9f', { opacity: 0.85 }) +
  rect(230, 380, 130, 290, '#ffdf9f', { opacity: 0.6 });

const drops = () => {
  const roll = dice(21);
  return Array.from({ length: 90 }, () => {
    const [x, y] = [roll(0, 1100), roll(0, 1360)];
    return line(`M${x} ${y} l-10 44`, '#dcebf2', 3.5, { opacity: 0.45 });
  }).join('');
};

const visitor = (x: number, y: number, scale: number, colour: string, who: Person) =>
  place(
    x,
    y,
    shape('M-92 300 H92 L104 520 H-104 Z', '#26333f') +
      line('M104 40 L104 -250', colours.ink, 9) +
      person(who) +
      umbrella(60, -236, colour),
    {
      scale,
    },
  );

const umbrella = (x: number, y: number, colour: string) =>
  place(
    x,
    y,
    shape(
      'M-240 40 C-230 -110 -110 -180 0 -180 C110 -180 230 -110 240 40 Q200 6 160 40 Q120 6 80 40 Q40 6 0 40 Q-40 6 -80 40 Q-120 6 -160 40 Q-200 6 -240 40 Z',
      colour,
    ) +
      shape(
        'M0 -180 C-50 -120 -76 -40 -80 40 Q-120 6 -160 40 C-150 -60 -90 -150 0 -180 Z',
        darker(colour, 0.16),
      ) +
      shape('M0 -180 C50 -120 76 -40 80 40 Q120 6 160 40 C150 -60 90 -150 0 -180 Z', darker(colour, 0.16)) +
      line('M0 -180 V-206', colours.ink, 9),
  );
