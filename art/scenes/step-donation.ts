import { arm, openPalm, thumbUp } from '../holding-arms.ts';
import { circle, darker, lighter, line, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { bloodBag } from '../props.ts';
import type { Scene } from '../scene.ts';
import { heart } from '../signs.ts';
import { bear, HEIGHT, mother, motherCloth, motherSkin, room, SCALE, scarf, WIDTH } from '../visit.ts';

/** She leans back and squeezes the ball; the nurse shows how, the bear keeps her company. */
export const stepDonation: Scene = {
  file: 'step-donation',
  width: WIDTH,
  height: HEIGHT,
  draw: () =>
    room(colours.blush, '#fbe6da', '#eeb9a4') +
    clock(634, 132) +
    chair() +
    place(322, 400, mother({ look: 0.7, eyes: 'smiling', mouth: 'smile' }) + scarf(), {
      scale: SCALE,
      turn: -12,
    }) +
    place(822, 366, nurse(), { scale: SCALE }) +
    place(424, 862, bear(), { scale: 0.98, turn: 4 }) +
    place(322, 400, huggingArm(), { scale: SCALE }) +
    armrest() +
    trolley() +
    place(322, 400, givingArm(), { scale: SCALE }) +
    tube(),
};

const nurse = () =>
  person({
    skin: skins.cocoa,
    hair: hairs.black,
    style: 'short',
    beard: 'stubble',
    look: -0.75,
    mouth: 'grin',
    top: colours.teal,
    neck: 'scrubs',
  }) +
  shape('M-96 310 L-100 340 H100 L96 310 Z', colours.teal) +
  heart(34, 100, 15, colours.cream) +
  arm({
    shoulder: [80, 46],
    elbow: [112, 170],
    wrist: [96, 250],
    skin: skins.cocoa,
    cloth: darker(colours.teal, 0.08),
  }) +
  arm({
    shoulder: [-80, 46],
    elbow: [-116, 156],
    wrist: [-140, 92],
    skin: skins.cocoa,
    cloth: darker(colours.teal, 0.08),
    hand: thumbUp(skins.cocoa),
    bend: -52,
    flip: -1,
  });

const clock = (x: number, y: number) =>
  circle(x, y, 58, colours.white) +
  circle(x, y, 58, 'none', { stroke: colours.terracotta, 'stroke-width': 10 }) +
  line(`M${x} ${y} V${y - 34} M${x} ${y} L${x + 24} ${y + 12}`, colours.ink, 7);

const chair = () =>
  place(
    330,
    470,
    rect(-226, -400, 470, 1100, colours.straw, { rx: 120 }) +
      line('M-196 -290 Q-196 -370 -110 -370', lighter(colours.straw, 0.4), 10, { opacity: 0.8 }) +
      rect(-140, -360, 290, 250, colours.white, { rx: 80 }) +
      line('M-96 -140 Q0 -118 108 -140', colours.sand, 7),
    { turn: -12 },
  );

const huggingArm = () =>
  arm({
    shoulder: [-68, 62],
    elbow: [-92, 186],
    wrist: [-4, 256],
    skin: motherSkin,
    cloth: lighter(motherCloth, 0.08),
    hand: openPalm(motherSkin),
    bend: -16,
  });

const armrest = () =>
  rect(556, 690, 60, 170, darker(colours.straw, 0.35)) +
  rect(470, 634, 330, 66, darker(colours.straw, 0.2), { rx: 33 }) +
  rect(470, 634, 330, 40, lighter(colours.straw, 0.25), { rx: 20 });

const givingArm = () =>
  arm({
    shoulder: [88, 30],
    elbow: [150, 150],
    wrist: [252, 138],
    skin: motherSkin,
    cloth: lighter(motherCloth, 0.08),
    hand: squeezingHand(motherSkin),
    bend: -4,
  }) + place(172, 140, rect(-17, -24, 34, 46, colours.white, { rx: 5 }), { turn: -6 });

const squeezingHand = (skin: string) =>
  line('M6 -6 C8 -20 14 -26 22 -30', skin, 14) +
  shape('M-12 -14.5 C4 -17 24 -18 44 -14 C62 -10 62 14 50 20 C30 28 6 20 -12 14.5 Z', skin) +
  heart(38, -32, 36, colours.red) +
  line('M18 -50 q4 -8 12 -8', colours.rose, 6) +
  [20, 34, 48].map((x) => line(`M${x} 12 Q${x + 5} -2 ${x + 1} -16`, skin, 15)).join('') +
  line('M28 12 q4 -10 2 -22 M42 12 q4 -10 2 -22', darker(skin, 0.24), 2.6, { opacity: 0.75 });

const trolley = () =>
  line('M996 742 V572 H906', '#b8b0ac', 12) +
  place(906, 590, bloodBag(0.6), { scale: 0.96 }) +
  rect(790, 748, 260, 120, colours.white, { rx: 12 }) +
  rect(790, 748, 260, 20, '#d9cfc6', { rx: 10 }) +
  heart(906, 812, 22, colours.red);

const tube = () => line('M584 626 C600 710 640 806 712 800 C800 792 800 640 868 612', colours.red, 8);
