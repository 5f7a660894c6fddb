// Arms that narrow towards the wrist, and hands that hold things. All in the measures of person.ts.
import { darker, line, type Point, place, shape } from './paint.ts';

export type Joint = readonly [x: number, y: number, radius: number];

/** One outline around circles at the joints. */
export function joined(joints: readonly Joint[], fill: string): string {
  const parts = joints.map(
    ([x, y, r]) => `M${x - r} ${y} a${r} ${r} 0 1 1 ${2 * r} 0 a${r} ${r} 0 1 1 ${-2 * r} 0 Z`,
  );
  const spans = joints.slice(1).map((to, i) => span(joints[i] ?? to, to));
  return shape([...parts, ...spans].join(' '), fill);
}

function span([x1, y1, r1]: Joint, [x2, y2, r2]: Joint): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const lean = Math.asin(Math.max(-1, Math.min(1, (r1 - r2) / length)));
  const along = Math.atan2(y2 - y1, x2 - x1);
  const at = (x: number, y: number, r: number, side: 1 | -1) => {
    const angle = along + side * (Math.PI / 2 - lean);
    return `${(x + r * Math.cos(angle)).toFixed(1)} ${(y + r * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${at(x1, y1, r1, -1)} L${at(x2, y2, r2, -1)} L${at(x2, y2, r2, 1)} L${at(x1, y1, r1, 1)} Z`;
}

export type ArmPose = {
  shoulder: Point;
  elbow: Point;
  wrist: Point;
  skin: string;
  cloth: string;
  sleeve?: 'short' | 'rolled' | 'long';
  /** Object at the end of the arm, drawn as if the arm pointed to the right; none by default. */
  hand?: string;
  /** Degrees that the hand bends at the wrist. */
  bend?: number;
  /** -1 mirrors the hand, so that its thumb lies on the other side. */
  flip?: 1 | -1;
};

export function arm({
  shoulder,
  elbow,
  wrist,
  skin,
  cloth,
  sleeve = 'short',
  hand = '',
  bend = 0,
  flip = 1,
}: ArmPose): string {
  const mirrored = flip === 1 ? hand : `<g transform="scale(1 -1)">${hand}</g>`;
  const bare =
    joined(
      [
        [...shoulder, 24],
        [...elbow, 20],
        [...wrist, 14.5],
      ],
      skin,
    ) + place(...wrist, mirrored, { turn: degrees(elbow, wrist) + bend });
  const cuff = (at: Point, from: Point, half: number) =>
    place(...at, line(`M0 ${-half} V${half}`, darker(cloth, 0.22), 7), { turn: degrees(from, at) });
  if (sleeve === 'short') {
    const end = between(shoulder, elbow, 0.66);
    return (
      bare +
      joined([[...shoulder, 31]], cloth) +
      flat([...shoulder, 31], [...end, 29], cloth) +
      cuff(end, shoulder, 25)
    );
  }
  const end = between(elbow, wrist, sleeve === 'long' ? 0.88 : 0.14);
  const wide = sleeve === 'long' ? 20 : 25;
  return (
    bare +
    joined(
      [
        [...shoulder, 31],
        [...elbow, 25],
      ],
      cloth,
    ) +
    flat([...elbow, 25], [...end, wide], cloth) +
    cuff(end, elbow, wide - 4)
  );
}

const flat = (from: Joint, to: Joint, fill: string): string => shape(span(from, to), fill);

const between = (from: Point, to: Point, share: number): Point => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];

const degrees = (from: Point, to: Point): number =>
  (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;

/** Lies open, the thumb at negative y. */
export const openPalm = (skin: string): string =>
  shape(
    'M-12 -14.5 C4 -18 20 -20 34 -17 C50 -14 62 -8 62 -1 C62 9 46 16 30 18 C14 20 2 18 -12 14.5 Z',
    skin,
  ) +
  line('M8 -10 C16 -24 26 -29 38 -27', skin, 12) +
  line('M40 -6 H58 M38 5 H56', darker(skin, 0.22), 2.6, { opacity: 0.7 });

/** Closed around what it holds, which is drawn before it; the fingers lie across. */
export const grip = (skin: string): string =>
  shape('M-12 -14.5 C0 -19 24 -24 40 -20 Q52 -14 51 0 Q51 16 40 20 C24 24 2 19 -12 14.5 Z', skin) +
  line('M15 -4 V17 M27 -6 V18 M39 -5 V16', darker(skin, 0.24), 2.6, { opacity: 0.75 }) +
  line('M4 -14 C16 -21 28 -20 36 -13', skin, 11) +
  line('M12 -10 C20 -14 30 -13 35 -8', darker(skin, 0.22), 2.4, { opacity: 0.6 });

/** A hand that pinches a card or a plate: the thing is drawn between the two. */
export const pinch = (skin: string): { under: string; over: string } => ({
  under:
    shape(
      'M-12 -14.5 C4 -18 18 -18 30 -14 C44 -10 58 -2 56 6 C52 16 36 18 22 18 C10 19 0 17 -12 14.5 Z',
      skin,
    ) + line('M34 6 H52', darker(skin, 0.22), 2.6, { opacity: 0.7 }),
  over:
    line('M6 -6 C18 -14 30 -14 42 -8', skin, 13) +
    line('M12 1 C22 -5 32 -5 40 -2', darker(skin, 0.22), 2.4, { opacity: 0.6 }),
});

/** A closed hand whose thumb stands up, at negative y. */
export const thumbUp = (skin: string): string =>
  line('M14 -8 Q22 -24 20 -42', skin, 18) +
  shape('M-12 -14.5 C0 -19 24 -24 40 -20 Q52 -14 51 0 Q51 16 40 20 C24 24 2 19 -12 14.5 Z', skin) +
  line('M26 -8 H49 M25 3 H50 M26 13 H47', darker(skin, 0.24), 2.6, { opacity: 0.75 });
