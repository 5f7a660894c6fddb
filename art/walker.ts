// A person seen whole, who walks or stands. The origin lies between the collarbones, the soles at y = 560.
// Drawn as if going to the right; `place` mirrors it.
import { headFront } from './face.ts';
import { hairBack } from './hair.ts';
import type { Head } from './head.ts';
import { fist, limb, reachingHand, shoe, towards } from './limbs.ts';
import { cut, darker, lighter, line, type Point, place, shape } from './paint.ts';
import { colours } from './palette.ts';

export type Reach = {
  elbow: Point;
  hand: Point;
  open?: boolean;
  /** Drawn behind the body. */
  behind?: boolean;
  flip?: boolean;
};

export type Walker = Head & {
  top: string;
  sleeve?: 'short' | 'long';
  /** Garment below the waist: none over trousers, a kurta to the knee, a sari or a long skirt. */
  hem?: 'none' | 'kurta' | 'long';
  hemColour?: string;
  trousers: string;
  shoe?: string;
  stance?: 'walk' | 'stand' | 'pulled';
  tilt?: number;
  left?: Reach;
  right?: Reach;
  /** Over the chest, in these measures; cut to it. */
  chest?: string;
  /** Behind everything: a rucksack. */
  back?: string;
};

const TORSO =
  'M-30 -8 C-46 2 -64 6 -76 20 C-86 36 -80 80 -74 124 L-68 190 L-72 264 L72 264 L68 190 L74 124 C80 80 86 36 76 20 C64 6 46 2 30 -8 Q0 18 -30 -8 Z';

/** For each stance the knee, the ankle and the turn of the foot: the far leg, then the near one. */
const stances = {
  walk: [
    [[-14, 392], [-84, 496], 34],
    [[62, 386], [86, 520], -6],
  ],
  stand: [
    [[32, 390], [36, 520], 0],
    [[-34, 390], [-38, 520], 0],
  ],
  // The weight rests on the near leg; the far one takes an unwilling step.
  pulled: [
    [[64, 384], [92, 510], -10],
    [[14, 394], [-26, 520], 0],
  ],
} as const;

export function walker(who: Walker): string {
  const long = ['long', 'hijab', 'bob', 'ponytail', 'afro', 'bun', 'braid'].includes(who.style);
  const headAt = (inside: string) => place(0, -22, inside, { turn: who.tilt ?? 0 });
  const arms = (behind: boolean) =>
    ([-1, 1] as const)
      .map((side) => {
        const reach = side < 0 ? who.left : who.right;
        return reach && (reach.behind ?? false) === behind ? drawReach(who, side, reach) : '';
      })
      .join('');
  return (
    (who.back ?? '') +
    arms(true) +
    (long ? headAt(hairBack(who)) : '') +
    drawLegs(who) +
    shape('M-22 -60 H22 L24 0 Q0 24 -24 0 Z', who.skin) +
    shape('M-22 -38 Q0 -6 22 -38 L23 -18 Q2 4 -23 -18 Z', darker(who.skin, 0.22), { opacity: 0.75 }) +
    shape(TORSO, who.top) +
    cut(
      TORSO,
      shape('M-90 -10 C-64 60 -60 160 -44 270 L-110 270 Z', darker(who.top, 0.14), { opacity: 0.6 }) +
        (who.chest ?? ''),
    ) +
    drawHem(who) +
    line('M-30 -7 Q0 34 30 -7', darker(who.top, 0.2), 5) +
    shape('M-29 -8 Q0 28 29 -8 Q0 18 -29 -8 Z', who.skin) +
    headAt(headFront(who)) +
    arms(false)
  );
}

function drawLegs({ trousers, shoe: leather = colours.ink, stance = 'stand' }: Walker): string {
  return stances[stance]
    .map(([knee, ankle, turn], i) => {
      const cloth = i === 0 ? darker(trousers, 0.16) : trousers;
      const hip: Point = [(i === 0) === (stance === 'stand') ? 32 : -26, 256];
      const from: Point = stance === 'stand' ? hip : [i === 0 ? -20 : 18, 256];
      return (
        place(ankle[0], ankle[1], shoe(leather), { turn }) +
        limb(from, 44, knee, 33, cloth) +
        limb(knee, 33, ankle, 25, cloth)
      );
    })
    .join('');
}

function drawHem({ top, hem = 'none', hemColour = top, stance = 'stand' }: Walker): string {
  if (hem === 'none') return line('M-65 258 H65', darker(top, 0.14), 14);
  const spread = stance === 'stand' ? 0 : 22;
  const low = hem === 'kurta' ? 388 : 522;
  const d = `M-69 180 C-74 260 ${-84 - spread} 320 ${-90 - spread} ${low - 6} Q0 ${low + 22} ${90 + spread} ${low - 6} C${84 + spread} 320 74 260 69 180 Z`;
  const edge = `M${-90 - spread} ${low - 12} Q0 ${low + 16} ${90 + spread} ${low - 12}`;
  return (
    shape(d, hemColour) +
    cut(
      d,
      shape(`M-120 180 H-46 C-50 300 -58 400 -62 560 H-140 Z`, darker(hemColour, 0.14), { opacity: 0.6 }) +
        line(`M16 240 C22 320 30 ${low - 60} 34 ${low}`, darker(hemColour, 0.2), 4, { opacity: 0.5 }) +
        line(edge, lighter(hemColour, 0.4), 12),
    )
  );
}

function drawReach({ skin, top, sleeve = 'short' }: Walker, side: 1 | -1, reach: Reach): string {
  const { elbow, hand, open, flip } = reach;
  const shoulder: Point = [side * 58, 40];
  const cloth = darker(top, side < 0 ? 0.1 : 0.05);
  const part = (from: Point, to: Point, share: number): Point => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
  ];
  const palm = open ? reachingHand(skin) : fist(skin);
  return (
    limb(shoulder, 23, elbow, 19, skin) +
    limb(elbow, 19, hand, 14, skin) +
    place(hand[0], hand[1], `<g transform="scale(1 ${flip ? -1 : 1})">${palm}</g>`, {
      turn: towards(elbow, hand),
      scale: 0.72,
    }) +
    (sleeve === 'long'
      ? limb(elbow, 24, part(elbow, hand, 0.84), 19, cloth) + limb(shoulder, 28, elbow, 24, cloth)
      : limb(shoulder, 28, part(shoulder, elbow, 0.6), 25, cloth))
  );
}
