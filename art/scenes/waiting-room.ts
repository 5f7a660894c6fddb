import { blended, circle, darker, glow, line, oval, place, rect } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { type Person, person, sittingLegs } from '../person.ts';
import { casement, plant } from '../props.ts';
import type { Scene } from '../scene.ts';
import { drop, heart } from '../signs.ts';

export const waitingRoom: Scene = {
  file: 'waiting-room.jpg',
  width: 1500,
  height: 1000,
  draw: () =>
    blended(0, 0, 1500, 1000, '#f3e4d0', '#ecd0b6') +
    rect(0, 0, 1500, 470, colours.sage, { opacity: 0.45 }) +
    rect(0, 462, 1500, 12, colours.white) +
    blended(0, 810, 1500, 190, '#d8a883', '#c98f68') +
    casement(90, 70, 250, 300) +
    glow(220, 240, 420, '#fff6da', 0.6) +
    posters() +
    clock(1290, 170) +
    place(110, 900, plant(colours.white, colours.teal), { scale: 1.55 }) +
    place(1420, 880, plant(colours.terracotta, colours.pine), { scale: 1.2, flip: -1 }) +
    oval(760, 930, 560, 30, colours.brown, { opacity: 0.3 }) +
    seat(
      400,
      {
        skin: skins.peach,
        hair: hairs.wheat,
        style: 'braid',
        look: 0.4,
        eyes: 'down',
        top: colours.coral,
        left: { elbow: [-124, 190], hand: [-30, 236] },
        right: { elbow: [124, 190], hand: [30, 236] },
      },
      colours.night,
    ) +
    book(400, 706) +
    seat(
      760,
      {
        skin: skins.cinnamon,
        hair: hairs.steel,
        style: 'balding',
        beard: 'full',
        look: 0.7,
        glasses: true,
        mouth: 'smile',
        top: colours.white,
        neck: 'kurta',
        left: { elbow: [-128, 190], hand: [-40, 262] },
        right: { elbow: [130, 196], hand: [66, 270] },
      },
      colours.white,
      colours.brown,
    ) +
    seat(
      1120,
      {
        skin: skins.cocoa,
        hair: hairs.black,
        style: 'quiff',
        look: -0.7,
        eyes: 'smiling',
        mouth: 'grin',
        top: colours.teal,
        over: 'drop',
        overColour: colours.cream,
        left: { elbow: [-136, 176], hand: [-106, 62], sleeve: 'short' },
        right: { elbow: [124, 190], hand: [50, 262], sleeve: 'short' },
      },
      colours.ink,
    ),
};

const seat = (x: number, who: Person, legs: string, shoe: string = colours.ink) =>
  rect(x - 134, 470, 268, 280, darker(colours.red, 0.05), { rx: 40 }) +
  rect(x - 150, 706, 300, 70, darker(colours.red, 0.25), { rx: 26 }) +
  line(`M${x - 116} 770 V920 M${x + 116} 770 V920`, colours.brown, 16) +
  place(x, 500, person(who) + sittingLegs(legs, shoe), { scale: 0.76 }) +
  '';

const book = (x: number, y: number) =>
  place(
    x,
    y,
    rect(-70, -50, 68, 84, colours.cream, { rx: 6 }) +
      rect(2, -50, 68, 84, colours.white, { rx: 6 }) +
      line('M-56 -26 h40 M-56 -8 h40 M16 -26 h40 M16 -8 h40', colours.sand, 5),
    { turn: -2, scale: 0.9 },
  );

const posters = () =>
  rect(470, 80, 180, 230, colours.white, { rx: 10 }) +
  drop(560, 200, 46, colours.red) +
  rect(700, 80, 180, 230, colours.pine, { rx: 10 }) +
  heart(790, 196, 52, colours.rose) +
  rect(930, 80, 180, 230, colours.straw, { rx: 10 }) +
  circle(1020, 180, 50, colours.cream) +
  line('M1000 182 l14 16 l28 -34', colours.teal, 12);

const clock = (x: number, y: number) =>
  circle(x, y, 72, colours.white) +
  circle(x, y, 72, 'none', { stroke: colours.brown, 'stroke-width': 10 }) +
  line(`M${x} ${y} V${y - 44} M${x} ${y} L${x + 32} ${y + 14}`, colours.ink, 8);
