import { arm, grip, joined, openPalm, pinch } from '../holding-arms.ts';
import { circle, darker, lighter, line, oval, place, rect, shape } from '../paint.ts';
import { colours } from '../palette.ts';
import { mug, steam } from '../props.ts';
import type { Scene } from '../scene.ts';
import { heart } from '../signs.ts';
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

/** Feet up, tea in hand: her boy brings the biscuits, and the bear has a plaster too. */
export const stepRest: Scene = {
  file: 'step-rest',
  width: WIDTH,
  height: HEIGHT,
  draw: () =>
    room(colours.straw, '#fbe7bd', '#dfa962') +
    frame() +
    chairBack() +
    place(690, 470, boy({ look: -0.6, mouth: 'grin' }) + boyBelow(), { scale: 1.06 }) +
    place(300, 350, mother({ look: 0.7, eyes: 'smiling', mouth: 'grin' }), { scale: SCALE, turn: -8 }) +
    pouf() +
    legs() +
    place(300, 350, scarf(), { scale: SCALE, turn: -8 }) +
    chairFront() +
    place(300, 350, mugArm(), { scale: SCALE }) +
    place(690, 470, boyArms(), { scale: 1.06 }) +
    place(300, 350, mendedArm(), { scale: SCALE }),
};

const frame = () =>
  rect(760, 80, 150, 180, colours.wood, { rx: 10 }) +
  rect(774, 94, 122, 152, colours.cream) +
  heart(835, 168, 40, colours.red);

const chairBack = () =>
  place(
    300,
    520,
    rect(-230, -400, 440, 760, colours.sage, { rx: 130 }) +
      rect(-190, -360, 360, 700, lighter(colours.sage, 0.22), { rx: 100 }),
    {
      turn: -8,
    },
  );

const chairFront = () =>
  rect(30, 610, 130, 260, darker(colours.sage, 0.14), { rx: 60 }) +
  rect(30, 610, 130, 90, darker(colours.sage, 0.06), { rx: 45 }) +
  rect(120, 800, 420, 80, darker(colours.sage, 0.16), { rx: 30 });

const pouf = () =>
  rect(752, 790, 240, 100, colours.teal, { rx: 40 }) +
  rect(752, 790, 240, 40, lighter(colours.teal, 0.16), { rx: 20 });

const legs = () =>
  joined(
    [
      [430, 742, 62],
      [660, 680, 50],
      [872, 742, 26],
    ],
    darker(colours.cream, 0.16),
  ) +
  foot(890, 740) +
  joined(
    [
      [410, 770, 66],
      [640, 712, 54],
      [844, 768, 30],
    ],
    colours.cream,
  ) +
  foot(864, 768) +
  shape('M250 660 C400 640 500 634 604 642 Q636 700 640 784 C560 806 470 830 400 860 H230 Z', motherCloth) +
  line('M606 648 Q632 704 637 778', colours.straw, 10);

const foot = (x: number, y: number) =>
  place(
    x,
    y,
    shape(
      'M-30 -18 C-18 -24 -6 -34 2 -52 C8 -70 14 -86 26 -88 C40 -88 42 -72 40 -56 C36 -24 34 4 22 24 C12 36 -14 34 -26 22 Z',
      motherSkin,
    ) +
      line('M30 -82 q6 2 5 10', lighter(motherSkin, 0.4), 4) +
      line('M-28 -18 L-22 24', colours.straw, 7),
    { turn: 8 },
  );

const mugArm = () =>
  place(36, 188, mug(colours.red), { scale: 0.62, flip: -1 }) +
  place(36, 114, steam(0, 0), { scale: 0.55 }) +
  arm({
    shoulder: [-76, 58],
    elbow: [-106, 186],
    wrist: [-44, 158],
    skin: motherSkin,
    cloth: lighter(motherCloth, 0.08),
    hand: grip(motherSkin),
    bend: 14,
  });

const mendedArm = () =>
  arm({
    shoulder: [84, 34],
    elbow: [124, 158],
    wrist: [196, 124],
    skin: motherSkin,
    cloth: lighter(motherCloth, 0.08),
    hand:
      pinch(motherSkin).under +
      place(58, 16, biscuit(), { turn: 60, scale: 0.7 }) +
      place(0, 4, pinch(motherSkin).over, { flip: 1 }),
    bend: 34,
  }) + place(136, 144, plasterStrip(), { turn: -68, scale: 0.5 });

const plasterStrip = () =>
  rect(-60, -24, 120, 48, '#f3cfae', { rx: 24 }) +
  rect(-24, -24, 48, 48, colours.white) +
  heart(0, 1, 13, colours.red);

const boyBelow = () => shape('M-92 270 L-100 380 H100 L92 270 Z', colours.pine);

function boyArms(): string {
  const cloth = darker(boyCloth, 0.06);
  const right = { shoulder: [80, 52], elbow: [116, 146], wrist: [96, 200] } as const;
  const left = { shoulder: [-80, 52], elbow: [-112, 142], wrist: [-64, 158] } as const;
  return (
    arm({ ...right, skin: boySkin, cloth }) +
    place(76, 222, bear({ mended: true }), { scale: 0.84 }) +
    arm({ ...left, skin: boySkin, cloth, hand: openPalm(boySkin), bend: -10 }) +
    place(-46, 138, plate())
  );
}

const plate = () =>
  oval(0, 8, 86, 17, darker(colours.white, 0.14)) +
  oval(0, 0, 86, 17, colours.white) +
  place(-34, -8, biscuit()) +
  place(30, -8, biscuit()) +
  place(-2, -22, biscuit());

const biscuit = () =>
  oval(0, 5, 32, 13, colours.amber) +
  oval(0, 0, 32, 13, '#efc47c') +
  circle(-9, 0, 3.4, colours.brown) +
  circle(10, -2, 3.4, colours.brown);
