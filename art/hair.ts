import type { Head } from './head.ts';
import { circle, darker, lighter, line, mix, oval, shape } from './paint.ts';
import { colours } from './palette.ts';

/** Hair behind the body: long hair, buns. */
export function hairBack({ hair, style, cloth = colours.teal, look = 0 }: Head): string {
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

/** Hair around the face. */
export function hairFront({ skin, hair, style, look = 0, cloth = colours.teal }: Head): string {
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
        'M-52 -66 C-66 -160 66 -160 52 -66 C46 -96 30 -106 0 -106 C-30 -106 -46 -96 -52 -66 Z',
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
