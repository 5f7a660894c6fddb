import { arm, grip, pinch } from '../holding-arms.ts';
import { circle, darker, lighter, line, oval, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import type { Scene } from '../scene.ts';
import { drop } from '../signs.ts';
import {
  bear,
  boy,
  boyCloth,
  boySkin,
  HEIGHT,
  mother,
  motherCloth,
  motherSkin,
  room,
  SCALE,
  scarf,
  WIDTH,
} from '../visit.ts';

/** She hands her card over the counter; her boy and his bear wait. */
export const stepRegistration: Scene = {
  file: 'step-registration',
  width: WIDTH,
  height: HEIGHT,
  draw: () =>
    room(colours.sage, '#e3efe2', colours.sage) +
    poster() +
    place(800, 372, volunteer(), { scale: SCALE }) +
    counter() +
    laptop() +
    water(700, 652) +
    place(
      366,
      372,
      mother({ look: 0.75, eyes: 'open', mouth: 'smile' }) + skirt() + scarf() + holdingArm() + givingArm(),
      {
        scale: SCALE,
      },
    ) +
    line('M806 474 Q784 468 768 478', skins.amber, 18) +
    place(134, 650, boy({ look: 0.5, eyes: 'smiling', mouth: 'grin' })) +
    place(134, 812, bear(), { scale: 0.9 }) +
    place(134, 650, boyArms() + herFingers()),
};

const poster = () => rect(540, 90, 130, 164, colours.white, { rx: 10 }) + drop(605, 180, 36, colours.red);

const volunteer = () =>
  person({
    skin: skins.amber,
    hair: hairs.silver,
    style: 'short',
    beard: 'full',
    glasses: true,
    look: -0.7,
    eyes: 'smiling',
    top: colours.white,
    neck: 'collar',
    over: 'apron',
  }) +
  arm({
    shoulder: [80, 46],
    elbow: [118, 160],
    wrist: [28, 92],
    skin: skins.amber,
    cloth: darker(colours.white, 0.06),
    sleeve: 'rolled',
    hand: grip(skins.amber),
    flip: -1,
  }) +
  arm({
    shoulder: [-80, 46],
    elbow: [-116, 176],
    wrist: [-80, 230],
    skin: skins.amber,
    cloth: darker(colours.white, 0.06),
    sleeve: 'rolled',
  });

const counter = () =>
  shape('M420 610 H1020 V668 H380 Z', lighter(colours.wood, 0.25)) +
  rect(380, 664, 640, 186, colours.wood) +
  rect(380, 664, 640, 22, darker(colours.wood, 0.16)) +
  drop(760, 778, 40, colours.cream);

const laptop = () =>
  shape('M856 520 H1040 Q1052 520 1050 532 L1040 640 H852 L842 534 Q842 520 856 520 Z', '#cdc5c0') +
  circle(946, 580, 15, colours.white) +
  rect(826, 634, 240, 13, '#a99f9a', { rx: 6 });

const water = (x: number, y: number) =>
  oval(x + 8, y, 44, 9, colours.brown, { opacity: 0.3 }) +
  shape(`M${x - 36} ${y - 104} H${x + 36} L${x + 28} ${y} H${x - 28} Z`, colours.white, { opacity: 0.75 }) +
  shape(`M${x - 32} ${y - 66} H${x + 32} L${x + 26} ${y - 6} H${x - 26} Z`, '#8fc3cf', { opacity: 0.9 }) +
  line(`M${x - 20} ${y - 92} L${x - 15} ${y - 18}`, colours.white, 6, { opacity: 0.8 });

const skirt = () => shape('M-96 280 L-108 400 H116 L97 280 Z', motherCloth);

const card = () =>
  rect(-54, -35, 108, 70, colours.straw, { rx: 9 }) +
  drop(-20, 4, 14, colours.red) +
  line('M6 -8 h26 M6 10 h18', colours.white, 7);

function givingArm(): string {
  const hand = pinch(motherSkin);
  const wrist = [160, 102] as const;
  return (
    arm({
      shoulder: [80, 46],
      elbow: [106, 166],
      wrist,
      skin: motherSkin,
      cloth: lighter(motherCloth, 0.08),
      hand: hand.under,
    }) +
    place(226, 62, card(), { turn: -8 }) +
    place(...wrist, hand.over, { turn: -50 })
  );
}

/** It goes behind the boy; its fingers come over his shoulder. */
const holdingArm = () =>
  arm({
    shoulder: [-80, 46],
    elbow: [-116, 162],
    wrist: [-196, 208],
    skin: motherSkin,
    cloth: lighter(motherCloth, 0.08),
  });

const herFingers = () =>
  [-112, -95, -78, -62]
    .map((x, i) => line(`M${x} ${[26, 18, 16, 18][i]} l-5 ${[28, 36, 36, 28][i]}`, motherSkin, 18))
    .join('') +
  line('M-106 34 l-3 18 M-89 30 l-3 22 M-72 30 l-3 18', darker(motherSkin, 0.24), 3, { opacity: 0.7 });

const boyArms = () =>
  arm({
    shoulder: [-80, 52],
    elbow: [-92, 150],
    wrist: [-34, 160],
    skin: boySkin,
    cloth: darker(boyCloth, 0.06),
    hand: grip(boySkin),
  }) +
  arm({
    shoulder: [80, 52],
    elbow: [96, 150],
    wrist: [48, 164],
    skin: boySkin,
    cloth: darker(boyCloth, 0.06),
    hand: grip(boySkin),
  });
