// Faces and hair. A head is about 100 wide and 124 high, its chin at (0, 0).

import { circle, cut, darker, lighter, line, mix, oval, place, shape } from './paint.ts';
import { colours } from './palette.ts';

export type HairStyle =
  | 'short'
  | 'quiff'
  | 'curls'
  | 'bob'
  | 'long'
  | 'bun'
  | 'ponytail'
  | 'afro'
  | 'braid'
  | 'balding'
  | 'hijab'
  | 'cap';

export type Head = {
  skin: string;
  hair: string;
  style: HairStyle;
  /** Where the face looks: -1 left, 1 right. */
  look?: number;
  eyes?: 'open' | 'smiling' | 'down';
  mouth?: 'smile' | 'grin' | 'calm';
  beard?: 'full' | 'stubble' | 'moustache';
  glasses?: boolean;
  earrings?: boolean;
  /** Colour of the scarf or of the cap. */
  cloth?: string;
};

const SKULL =
  'M-50 -70 C-50 -112 -28 -128 0 -128 C28 -128 50 -112 50 -70 C50 -30 26 0 0 0 C-26 0 -50 -30 -50 -70 Z';

/** What lies behind the body: long hair, buns. */
export function headBack({ hair, style, cloth = colours.teal, look = 0 }: Head): string {
  const shade = darker(hair, 0.25);
  switch (style) {
    case 'long':
      return shape(
        'M-58 -72 C-66 -140 66 -140 58 -72 C58 -30 76 20 66 72 C30 92 -30 92 -66 72 C-76 20 -58 -30 -58 -72 Z',
        shade,
      );
    case 'bob':
      return shape(
        'M-60 -70 C-66 -142 66 -142 60 -70 C62 -40 66 -18 56 4 C30 16 -30 16 -56 4 C-66 -18 -62 -40 -60 -70 Z',
        shade,
      );
    case 'braid':
      return shape(
        'M-56 -70 C-60 -138 60 -138 56 -70 C56 -40 50 -20 30 -10 L-30 -10 C-50 -20 -56 -40 -56 -70 Z',
        shade,
      );
    case 'bun':
      return (
        circle(-look * 14, -142, 30, hair) + circle(-look * 14, -142, 30, darker(hair, 0.1), { opacity: 0.6 })
      );
    case 'ponytail':
      return shape(
        look > 0
          ? 'M-30 -118 C-96 -130 -108 -60 -88 4 C-80 -20 -66 -30 -60 -64 Z'
          : 'M30 -118 C96 -130 108 -60 88 4 C80 -20 66 -30 60 -64 Z',
        shade,
      );
    case 'afro':
      return circle(0, -88, 86, hair) + circle(-46, -60, 44, hair) + circle(46, -60, 44, hair);
    case 'hijab':
      return shape(
        'M-64 -64 C-70 -150 70 -150 64 -64 C66 -20 92 6 98 56 C50 84 -50 84 -98 56 C-92 6 -66 -20 -64 -64 Z',
        darker(cloth, 0.2),
      );
    default:
      return '';
  }
}

export function headFront(head: Head): string {
  const { style, look = 0 } = head;
  const covered = style === 'hijab';
  const hairs = place(0, 0, hairFront(head));
  const ears = covered || style === 'long' || style === 'bob' ? '' : drawEars(head, look);
  return (
    ears +
    shape(SKULL, head.skin) +
    cut(SKULL, shadows(head)) +
    drawBeard(head) +
    drawFace(head) +
    hairs +
    drawGlasses(head, look)
  );
}

function shadows({ skin, look = 0 }: Head): string {
  const side = look < 0 ? 1 : -1;
  return oval(side * 62, -50, 40, 84, darker(skin, 0.12), { opacity: 0.55 });
}

function drawEars({ skin, earrings }: Head, look: number): string {
  const ear = (side: number) => {
    const x = side * 50 - look * 5;
    const ring = earrings ? circle(x, -36, 6, colours.straw) : '';
    return oval(x, -56, 11, 15, darker(skin, 0.08)) + ring;
  };
  return ear(-1) + ear(1);
}

function drawFace({ skin, hair, style, look = 0, eyes = 'open', mouth = 'smile' }: Head): string {
  const x = look * 15;
  const feature = darker(skin, 0.5);
  const brow = style === 'hijab' || style === 'cap' ? darker(hair, 0.1) : darker(hair, 0.15);
  const eye = (side: number) => drawEye(x + side * 21, -66, eyes);
  const brows = [-1, 1]
    .map((side) => line(`M${x + side * 12} -85 q${side * 10} -7 ${side * 20} 0`, brow, 4.6))
    .join('');
  const cheeks = [-1, 1]
    .map((side) => oval(x + side * 29, -42, 12, 8, colours.coral, { opacity: 0.26 }))
    .join('');
  const nose = line(
    `M${x + look * 3} -64 q${look >= 0 ? 9 : -9} 15 ${look >= 0 ? 2 : -2} 19 q${look >= 0 ? -5 : 5} 2 ${look >= 0 ? -9 : 9} 0`,
    darker(skin, 0.3),
    3.6,
  );
  return cheeks + brows + eye(-1) + eye(1) + nose + drawMouth(x, feature, mouth);
}

function drawEye(x: number, y: number, kind: 'open' | 'smiling' | 'down'): string {
  if (kind === 'smiling') return line(`M${x - 8} ${y + 2} q8 -9 16 0`, colours.ink, 4.4);
  if (kind === 'down') return line(`M${x - 8} ${y} q8 8 16 0`, colours.ink, 4.2);
  return oval(x, y, 5, 6.4, colours.ink) + circle(x + 1.8, y - 2.2, 1.6, colours.white);
}

function drawMouth(x: number, colour: string, kind: 'smile' | 'grin' | 'calm'): string {
  if (kind === 'calm') return line(`M${x - 10} -27 q10 5 20 0`, colour, 4);
  if (kind === 'smile') return line(`M${x - 15} -31 q15 15 30 0`, colour, 4.4);
  return (
    shape(`M${x - 19} -33 q19 5 38 0 q-3 23 -19 23 q-16 0 -19 -23 Z`, darker(colours.red, 0.25)) +
    shape(`M${x - 15} -32 q15 4 30 0 l-2 7 q-13 3 -26 0 Z`, colours.white)
  );
}

function drawBeard({ hair, beard, look = 0 }: Head): string {
  const x = look * 8;
  if (beard === 'full')
    return shape(
      `M-50 -62 C-46 -44 -34 -46 ${x - 24} -42 C${x - 10} -48 ${x + 10} -48 ${x + 24} -42 C34 -46 46 -44 50 -62 C54 -18 30 16 0 16 C-30 16 -54 -18 -50 -62 Z`,
      hair,
    );
  if (beard === 'stubble')
    return cut(
      SKULL,
      shape(`M-52 -52 C-40 -38 -26 -40 ${x} -42 C26 -40 40 -38 52 -52 L52 10 L-52 10 Z`, hair, {
        opacity: 0.3,
      }),
    );
  if (beard === 'moustache') return line(`M${x + look * 7 - 20} -34 q10 -10 20 -3 q10 -7 20 3`, hair, 9);
  return '';
}

function drawGlasses({ glasses }: Head, look: number): string {
  if (!glasses) return '';
  const x = look * 15;
  const frame = { stroke: colours.ink, 'stroke-width': 4, 'fill-opacity': 0.25 };
  return (
    circle(x - 21, -65, 16, colours.white, frame) +
    circle(x + 21, -65, 16, colours.white, frame) +
    line(`M${x - 5} -66 q5 -4 10 0 M${x - 37} -68 L-50 -72 M${x + 37} -68 L50 -72`, colours.ink, 4)
  );
}

function hairFront({ skin, hair, style, look = 0, cloth = colours.teal }: Head): string {
  const shine = (d: string) => line(d, lighter(hair, 0.22), 5, { opacity: 0.55 });
  const part = look * 12;
  switch (style) {
    case 'short':
      return (
        shape(
          `M-53 -62 C-62 -124 -36 -142 2 -142 C44 -142 60 -116 53 -62 C50 -82 46 -92 38 -100 C14 -96 -18 -98 -36 -104 C-46 -94 -50 -82 -53 -62 Z`,
          hair,
        ) + shine('M-28 -126 q22 -10 46 -4')
      );
    case 'quiff':
      return (
        shape(
          'M-53 -60 C-58 -108 -58 -122 -46 -128 C-40 -152 20 -166 46 -142 C66 -132 58 -100 53 -60 C50 -84 46 -94 40 -102 C20 -112 -10 -112 -34 -102 C-46 -96 -50 -80 -53 -60 Z',
          hair,
        ) + shine('M-26 -138 q30 -18 58 -6')
      );
    case 'curls': {
      const at = [
        [-48, -92, 20],
        [-40, -118, 24],
        [-14, -134, 26],
        [16, -136, 25],
        [40, -120, 24],
        [50, -92, 19],
        [0, -114, 22],
        [-24, -112, 18],
        [24, -114, 18],
      ] as const;
      return (
        at.map(([x, y, r]) => circle(x, y, r, hair)).join('') +
        shine('M-30 -136 q8 -10 18 -10 M14 -146 q12 0 18 8')
      );
    }
    case 'afro':
      return shape(
        'M-52 -66 C-60 -130 60 -130 52 -66 C46 -96 30 -106 0 -106 C-30 -106 -46 -96 -52 -66 Z',
        hair,
      );
    case 'bob':
    case 'long':
      return (
        shape(
          `M-55 -30 C-70 -120 -44 -142 0 -142 C44 -142 70 -120 55 -30 C50 -60 48 -84 ${part + 16} -112 C${part} -92 -44 -86 -55 -30 Z`,
          hair,
        ) + shine('M-38 -116 q14 -16 34 -17')
      );
    case 'bun':
    case 'ponytail':
    case 'braid':
      return (
        shape(
          `M-52 -64 C-62 -124 -36 -140 0 -140 C36 -140 62 -124 52 -64 C48 -86 40 -100 ${part} -112 C-40 -102 -48 -86 -52 -64 Z`,
          hair,
        ) +
        shine('M-32 -120 q12 -10 26 -12') +
        (style === 'braid' ? drawBraid(hair) : '')
      );
    case 'balding':
      return shape(
        'M-53 -50 C-60 -84 -52 -104 -44 -104 C-48 -90 -46 -74 -46 -56 Z M53 -50 C60 -84 52 -104 44 -104 C48 -90 46 -74 46 -56 Z',
        hair,
      );
    case 'hijab':
      return drawHijab(cloth, look);
    case 'cap':
      return (
        shape(
          'M-53 -66 L-50 -96 L50 -96 L53 -66 C50 -82 46 -92 46 -96 L-46 -96 C-46 -90 -50 -82 -53 -66 Z',
          hair,
        ) +
        shape(
          'M-54 -94 C-56 -138 -30 -152 0 -152 C30 -152 56 -138 54 -94 C30 -102 -30 -102 -54 -94 Z',
          cloth,
        ) +
        line('M-52 -100 C-30 -108 30 -108 52 -100', darker(cloth, 0.25), 5) +
        oval(0, -60, 0, 0, skin)
      );
  }
}

const drawBraid = (hair: string): string =>
  [0, 1, 2, 3, 4]
    .map((i) => oval(48 + i * 2, -34 + i * 24, 15 - i, 16, i % 2 ? darker(hair, 0.18) : hair))
    .join('') + circle(57, 82, 6, colours.coral);

function drawHijab(cloth: string, look: number): string {
  const x = look * 7;
  const fold = mix(cloth, '#2a1020', 0.2);
  return (
    shape(
      `M0 -146 C-58 -146 -70 -92 -60 -44 C-54 -8 -36 20 0 26 C36 20 54 -8 60 -44 C70 -92 58 -146 0 -146 Z M${x} -114 C${x + 34} -114 ${x + 44} -92 ${x + 44} -64 C${x + 44} -28 ${x + 22} -3 ${x} -3 C${x - 22} -3 ${x - 44} -28 ${x - 44} -64 C${x - 44} -92 ${x - 34} -114 ${x} -114 Z`,
      cloth,
      { 'fill-rule': 'evenodd' },
    ) +
    line(`M${x - 40} -112 C${x - 14} -134 ${x + 24} -132 ${x + 42} -108`, lighter(cloth, 0.18), 5, {
      opacity: 0.7,
    }) +
    shape('M-56 -20 C-40 26 40 26 58 -26 C72 10 60 46 20 60 C-30 66 -66 40 -56 -20 Z', cloth) +
    line('M-50 -4 C-24 34 30 34 54 -8 M-40 22 C-10 46 30 46 52 22', fold, 4, { opacity: 0.6 })
  );
}
