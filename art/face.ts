import { hairFront } from './hair.ts';
import type { Head } from './head.ts';
import { circle, cut, darker, line, oval, shape } from './paint.ts';
import { colours } from './palette.ts';

const SKULL =
  'M-50 -70 C-50 -112 -28 -128 0 -128 C28 -128 50 -112 50 -70 C50 -30 26 0 0 0 C-26 0 -50 -30 -50 -70 Z';

/** The face and the hair before it; what hangs behind the shoulders is hairBack. */
export function headFront(head: Head): string {
  const { style, look = 0 } = head;
  const covered = style === 'hijab';
  const hairs = hairFront(head);
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
