// A person down to the hips. The origin lies between the collarbones; shoulders are some 190 wide, the hips at y = 300.

import { headFront } from './face.ts';
import { hairBack } from './hair.ts';
import type { Head } from './head.ts';
import { fist, limb, towards } from './limbs.ts';
import { circle, cut, darker, lighter, line, oval, type Point, place, shape } from './paint.ts';
import { colours } from './palette.ts';
import { drop, openHand } from './signs.ts';

export type Arm = {
  elbow: Point;
  hand: Point;
  /** Drawn behind the body. */
  behind?: boolean;
  /** Until where the sleeve goes. */
  sleeve?: 'short' | 'rolled' | 'long';
  /** Waves with an open palm. */
  open?: boolean;
};

export type Person = Head & {
  top: string;
  neck?: 'round' | 'vee' | 'collar' | 'scrubs' | 'kurta';
  /** Over the top: an apron, an open jacket or a doctor's coat, a sari's end, a lanyard, a drop on the chest. */
  over?: 'apron' | 'coat' | 'sari' | 'lanyard' | 'drop' | 'cardigan';
  overColour?: string;
  left?: Arm;
  right?: Arm;
  /** Degrees that the head leans. */
  tilt?: number;
  child?: boolean;
};

const TORSO =
  'M-34 -6 C-52 6 -80 8 -94 24 C-106 38 -106 70 -104 110 L-96 320 L96 320 L104 110 C106 70 106 38 94 24 C80 8 52 6 34 -6 Q0 22 -34 -6 Z';

export function person(who: Person): string {
  const headAt = (inside: string) =>
    place(0, -24, inside, { turn: who.tilt ?? 0, scale: who.child ? 1.16 : 1 });
  const long = ['long', 'hijab', 'bob', 'ponytail', 'afro', 'bun', 'braid'].includes(who.style);
  const arms = [
    { side: -1 as const, arm: who.left },
    { side: 1 as const, arm: who.right },
  ];
  const drawn = (behind: boolean) =>
    arms
      .map(({ side, arm }) => (arm && (arm.behind ?? false) === behind ? drawArm(who, side, arm) : ''))
      .join('');
  return (
    drawn(true) +
    (long ? headAt(hairBack(who)) : '') +
    drawNeck(who) +
    shape(TORSO, who.top) +
    cut(TORSO, drawTorso(who)) +
    drawNeckline(who) +
    drawOver(who) +
    headAt(headFront(who)) +
    drawn(false)
  );
}

const drawNeck = ({ skin }: Person): string =>
  shape('M-26 -64 L26 -64 L28 -4 Q30 22 0 26 Q-30 22 -28 -4 Z', skin) +
  shape('M-26 -40 Q0 -4 26 -40 L27 -20 Q4 6 -27 -20 Z', darker(skin, 0.22), { opacity: 0.75 });

function drawTorso({ top }: Person): string {
  return (
    shape('M-110 -10 C-84 60 -80 200 -60 330 L-130 330 Z', darker(top, 0.12), { opacity: 0.6 }) +
    line('M62 150 q10 60 2 130', darker(top, 0.16), 5, { opacity: 0.5 })
  );
}

function drawNeckline({ skin, top, neck = 'round' }: Person): string {
  const edge = darker(top, 0.2);
  switch (neck) {
    case 'round':
      return shape('M-34 -6 Q0 44 34 -6 Q0 14 -34 -6 Z', skin) + line('M-35 -6 Q0 46 35 -6', edge, 5);
    case 'vee':
    case 'scrubs':
      return (
        shape('M-33 -6 L0 56 L33 -6 Q0 16 -33 -6 Z', skin) +
        line('M-34 -6 L0 57 L34 -6', edge, neck === 'scrubs' ? 8 : 5)
      );
    case 'collar':
      return (
        shape('M-30 -6 L0 34 L30 -6 Q0 14 -30 -6 Z', skin) +
        shape('M-38 -12 L-30 -12 L0 34 L-22 54 Z M38 -12 L30 -12 L0 34 L22 54 Z', lighter(top, 0.35)) +
        line('M0 40 V318', edge, 3, { opacity: 0.6 }) +
        [90, 150, 210, 270].map((y) => circle(0, y, 4, edge)).join('')
      );
    case 'kurta':
      return (
        shape('M-26 -8 L-5 60 L5 60 L26 -8 Q0 12 -26 -8 Z', skin) +
        line('M-30 -8 Q-24 8 -7 14 V110 H7 V14 Q24 8 30 -8', lighter(top, 0.4), 7) +
        [40, 66, 92].map((y) => circle(0, y, 3.4, lighter(top, 0.55))).join('')
      );
  }
}

function drawOver(who: Person): string {
  const colour = who.overColour ?? colours.red;
  const shade = darker(colour, 0.18);
  switch (who.over) {
    case 'apron':
      return (
        line('M-44 -4 L-52 96 M44 -4 L52 96', shade, 13) +
        cut(
          TORSO,
          shape('M-66 84 Q0 104 66 84 L84 150 L92 330 L-92 330 L-84 150 Z', colour) +
            shape('M-58 214 H58 V262 Q0 282 -58 262 Z', shade, { opacity: 0.45 }),
        ) +
        drop(0, 156, 24, colours.white)
      );
    case 'coat':
    case 'cardigan':
      return (
        cut(
          TORSO,
          shape('M-40 -10 L-14 330 L-130 330 L-130 0 Z M40 -10 L14 330 L130 330 L130 0 Z', colour) +
            line('M-40 -6 L-14 330 M40 -6 L14 330', shade, 5) +
            (who.over === 'coat' ? line('M44 196 h34', shade, 5) : ''),
        ) + shape('M-40 -8 L-58 44 L-26 100 Z M40 -8 L58 44 L26 100 Z', lighter(colour, 0.3))
      );
    case 'sari':
      return cut(
        TORSO,
        shape('M-110 6 L-36 -8 C-10 90 60 200 110 262 L110 330 L-110 330 Z', colour) +
          line('M-36 -8 C-10 90 60 200 112 262', colours.straw, 9) +
          line('M-70 10 C-50 110 10 230 60 330 M-98 40 C-90 150 -50 250 -10 330', shade, 4, { opacity: 0.6 }),
      );
    case 'lanyard':
      return line('M-32 -2 L0 136 L32 -2', colour, 7) + tagCard(0, 136, colour);
    case 'drop':
      return drop(0, 106, 26, colour);
    default:
      return '';
  }
}

const tagCard = (x: number, y: number, colour: string): string =>
  shape(`M${x - 24} ${y} h48 v58 h-48 Z`, colours.white) +
  shape(`M${x - 24} ${y} h48 v14 h-48 Z`, colour) +
  circle(x, y + 30, 9, colours.blush) +
  line(`M${x - 13} ${y + 49} h26`, colours.sand, 4);

/** Legs of somebody who sits and looks at us; to be drawn over the person, whose hips they hide. */
export const sittingLegs = (cloth: string, shoe: string = colours.ink): string => {
  const leg = (side: number) =>
    line(`M${side * 44} 300 L${side * 58} 352`, darker(cloth, side < 0 ? 0.06 : 0), 92) +
    line(`M${side * 58} 352 L${side * 54} 540`, darker(cloth, side < 0 ? 0.12 : 0.05), 66) +
    shape(`M${side * 54 - 36} 590 q-4 -44 36 -44 q40 0 36 44 Z`, shoe);
  return leg(-1) + leg(1);
};

function drawArm({ top, skin, over, overColour }: Person, side: 1 | -1, arm: Arm): string {
  const sleeve = arm.sleeve ?? 'long';
  const cloth = darker((over === 'coat' || over === 'cardigan') && overColour ? overColour : top, 0.07);
  const shoulder: Point = [side * 80, 46];
  const [ex, ey] = arm.elbow;
  const [hx, hy] = arm.hand;
  const upTo = sleeve === 'short' ? 0.62 : 1;
  const cuffX = shoulder[0] + (ex - shoulder[0]) * upTo;
  const cuffY = shoulder[1] + (ey - shoulder[1]) * upTo;
  const wristX = hx + (ex - hx) * 0.16;
  const wristY = hy + (ey - hy) * 0.16;
  const isRaised = sleeve !== 'long' && hy < ey - 60 && hy < 0;
  const bare = isRaised
    ? drawRaised(shoulder, arm, skin)
    : line(`M${shoulder} L${arm.elbow} L${arm.hand}`, skin, 34) + drawHand(arm, skin);
  const dressed =
    sleeve === 'long'
      ? line(`M${shoulder} L${arm.elbow} L${wristX} ${wristY}`, cloth, 46)
      : line(
          `M${shoulder} L${cuffX} ${cuffY}`,
          cloth,
          52,
          sleeve === 'short' ? { 'stroke-linecap': 'butt' } : {},
        ) + circle(shoulder[0], shoulder[1], 26, cloth);
  const crease =
    sleeve === 'long'
      ? line(`M${ex - 10} ${ey - 12} q8 8 6 18`, darker(cloth, 0.2), 4, { opacity: 0.5 })
      : '';
  return (
    line(`M${shoulder} L${arm.elbow} L${wristX} ${wristY}`, darker(top, 0.32), 52, {
      opacity: arm.behind ? 0 : 0.16,
    }) +
    bare +
    dressed +
    crease
  );
}

/** A bare arm that is raised is as strong as the sleeve that it comes out of. */
function drawRaised(shoulder: Point, { elbow, hand, open }: Arm, skin: string): string {
  const palm = open
    ? place(...hand, openHand(skin), { turn: towards(elbow, hand) + 90, scale: 0.37 })
    : place(...hand, fist(skin), { turn: towards(elbow, hand), scale: 0.92 });
  return limb(shoulder, 25, elbow, 24, skin) + limb(elbow, 24, hand, 17, skin) + palm;
}

function drawHand({ elbow, hand }: Arm, skin: string): string {
  const turn = (Math.atan2(hand[1] - elbow[1], hand[0] - elbow[0]) * 180) / Math.PI;
  return place(
    hand[0],
    hand[1],
    oval(8, 0, 25, 20, skin) +
      line('M2 -14 q14 -8 20 -2', skin, 13) +
      line('M18 4 h12 M16 -4 h13', darker(skin, 0.2), 2.6, { opacity: 0.7 }),
    { turn },
  );
}
