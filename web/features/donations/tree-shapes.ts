/** A part of the picture: a path in a view box of 480 by 440, filled, or stroked if it has a `width`. */
export type Shape = { part: string; d: string; color: string; width?: number; opacity?: number };

export const treeSize = { width: 480, height: 440 };
/** A tree has at most this many drops. The number beside the tree keeps counting. */
const MAX_DROPS = 150;
const GOLDEN_ANGLE = 2.399963;
const ground = 372;

/** Draws a tree that grows with each drop. A new element appears at 3, 10, 25 and 50 drops. */
export function drawTree(count: number): Shape[] {
  const growth = (Math.min(count, 100) / 100) ** 0.4;
  const radius = 64 + 88 * growth;
  const crown: Crown = { x: 240, y: ground - 34 - 44 * growth - 0.72 * radius, radius };
  return [
    ...landscape,
    ...(count >= 25 ? flowers : []),
    shade(crown),
    ...trunk(crown),
    ...leaves(crown),
    ...(count >= 50 ? lanterns(crown) : []),
    ...drops(Math.min(count, MAX_DROPS), crown),
    ...(count >= 10 ? bench : []),
    ...(count >= 3 ? bird : []),
  ];
}

type Crown = { x: number; y: number; radius: number };

const circle = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 1 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 1 ${round(-2 * r)} 0Z`;

const round = (length: number): number => Math.round(length * 10) / 10;

const landscape: Shape[] = [
  { part: 'sky', d: 'M0 0H480V440H0Z', color: '#dcebe6' },
  { part: 'sun', d: circle(384, 74, 34), color: '#ffe3a3' },
  { part: 'far', d: 'M0 330Q110 262 236 318T480 290V440H0Z', color: '#c5dcc4' },
  { part: 'near', d: 'M0 392Q120 352 260 362T480 384V440H0Z', color: '#a9c59a' },
];

function shade({ x, radius }: Crown): Shape {
  const half = round(radius * 0.72);
  return {
    part: 'shade',
    d: `M${round(x - half)} ${ground + 4}a${half} 12 0 1 0 ${2 * half} 0a${half} 12 0 1 0 ${-2 * half} 0Z`,
    color: '#7fa37c',
    opacity: 0.55,
  };
}

function trunk({ x, y, radius }: Crown): Shape[] {
  const half = 5 + radius * 0.07;
  const branch = radius * 0.5;
  return [
    {
      part: 'trunk',
      d: `M${x - half * 1.7} ${ground + 5}Q${x - half * 0.7} ${ground - 14} ${x - half * 0.8} ${round(y)}H${x + half * 0.8}Q${x + half * 0.6} ${ground - 14} ${x + half * 1.9} ${ground + 5}Q${x} ${ground - 2} ${x - half * 1.7} ${ground + 5}Z`,
      color: '#7a4630',
    },
    {
      part: 'trunk',
      d: `M${x} ${round(y + radius * 0.72)}L${round(x + branch)} ${round(y + radius * 0.3)}M${x} ${round(y + radius * 0.64)}L${round(x - branch)} ${round(y + radius * 0.26)}`,
      color: '#7a4630',
      width: round(half * 0.9),
    },
  ];
}

function leaves({ x, y, radius }: Crown): Shape[] {
  const ball = (dx: number, dy: number, r: number) => circle(x + dx * radius, y + dy * radius, r * radius);
  return [
    {
      part: 'leaves-low',
      d: ball(-0.58, 0.06, 0.5) + ball(0.6, 0.02, 0.52) + ball(-0.42, -0.28, 0.42) + ball(0.42, -0.28, 0.44),
      color: '#84ae97',
    },
    {
      part: 'leaves',
      d: ball(0, -0.26, 0.62) + ball(-0.22, 0.12, 0.54) + ball(0.26, 0.16, 0.52),
      color: '#97bfa7',
    },
    { part: 'leaves-high', d: ball(-0.24, -0.44, 0.3), color: '#b7d6c2', opacity: 0.75 },
  ];
}

/**
 * Spreads the drops like the seeds of a sunflower, so that a new one joins outside and the others keep their
 * order.
 */
function drops(count: number, { x, y, radius }: Crown): Shape[] {
  const [width, height] = [0.88 * radius, 0.72 * radius];
  const r = Math.min(15, 0.33 * Math.sqrt((Math.PI * width * height) / count));
  const positions = Array.from({ length: count }, (_, index) => {
    const distance = count === 1 ? 0 : Math.sqrt((index + 0.5) / count) * 0.94;
    const angle = index * GOLDEN_ANGLE - 0.6;
    return [x + width * distance * Math.cos(angle), y + height * (distance * Math.sin(angle) - 0.1)] as const;
  });
  return [
    { part: 'drops', d: positions.map(([dx, dy]) => drop(dx, dy, r)).join(''), color: '#a3122a' },
    {
      part: 'shine',
      d: positions
        .map(
          ([dx, dy]) =>
            `M${round(dx - r * 0.5)} ${round(dy + r * 0.3)}q${round(r * 0.04)} ${round(r * 0.5)} ${round(r * 0.44)} ${round(r * 0.62)}`,
        )
        .join(''),
      color: '#f4c7b5',
      width: round(r * 0.18),
      opacity: 0.85,
    },
  ];
}

/** Returns the path of a drop around a point. `r` is half of its width. */
function drop(x: number, y: number, r: number): string {
  const to = (...points: [dx: number, dy: number][]) =>
    points.map(([dx, dy]) => `${round(x + dx * r)} ${round(y + dy * r)}`).join(' ');
  return `M${to([0, -1.55])}C${to([0.5, -0.7], [1, -0.2], [1, 0.35])}A${round(r)} ${round(r)} 0 0 1 ${to([-1, 0.35])}C${to([-1, -0.2], [-0.5, -0.7], [0, -1.55])}Z`;
}

const bird: Shape[] = [
  { part: 'bird', d: 'M72 92q9-13 19 0q10-13 19 0', color: '#235650', width: 4 },
  { part: 'bird', d: 'M58 128q6-9 13 0q7-9 13 0', color: '#235650', width: 3 },
];

const bench: Shape[] = [
  { part: 'bench', d: 'M328 358H412M334 340H406', color: '#b97f52', width: 8 },
  { part: 'bench', d: 'M340 340V386M400 340V386', color: '#7a4630', width: 6 },
];

const flowers: Shape[] = [
  {
    part: 'flower',
    d: [
      [34, 408],
      [78, 420],
      [120, 398],
      [300, 414],
      [446, 410],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 5))
      .join(''),
    color: '#d9533f',
  },
  {
    part: 'flower',
    d: [
      [56, 398],
      [102, 416],
      [264, 424],
      [352, 418],
      [424, 424],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 4.5))
      .join(''),
    color: '#fdf3e3',
  },
];

/** Lamps on a string below the crown. */
function lanterns({ x, y, radius }: Crown): Shape[] {
  const [left, right, top] = [x - radius * 0.86, x + radius * 0.86, y + radius * 0.44];
  const at = [0.12, 0.31, 0.5, 0.69, 0.88];
  const lamp = (share: number) =>
    circle(left + (right - left) * share, top + 30 * 4 * share * (1 - share) + 9, 8);
  return [
    {
      part: 'string',
      d: `M${round(left)} ${round(top)}Q${x} ${round(top + 60)} ${round(right)} ${round(top)}`,
      color: '#7a4630',
      width: 2,
    },
    { part: 'lamps', d: at.map(lamp).join(''), color: '#e9bd6b' },
  ];
}
