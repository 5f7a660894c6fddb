// The people of the three steps of a visit, and the room: a mother, her boy and his bear.
import { blended, circle, darker, glow, lighter, line, oval, place, rect, shape } from './paint.ts';
import { colours, hairs, skins } from './palette.ts';
import { type Person, person } from './person.ts';
import { drop, heart } from './signs.ts';

export const WIDTH = 1020;
export const HEIGHT = 850;
/** All grown figures of the three pictures are this large. */
export const SCALE = 1.5;

export const motherSkin = skins.cinnamon;
export const motherCloth = colours.night;

/** A plain ground of one tone with one great circle, and the floor's edge. */
export const room = (ground: string, disc: string, floor: string): string =>
  blended(0, 0, WIDTH, HEIGHT, lighter(ground, 0.25), ground) +
  circle(510, 400, 366, disc) +
  glow(400, 260, 420, '#fff4d8', 0.6) +
  rect(0, 690, WIDTH, 160, floor);

/** Without arms: each picture gives her its own. */
export const mother = (pose: Pick<Person, 'look' | 'eyes' | 'mouth' | 'tilt'>): string =>
  person({
    skin: motherSkin,
    hair: hairs.black,
    style: 'braid',
    earrings: true,
    top: motherCloth,
    ...pose,
  }) +
  line('M0 22 V128', colours.straw, 15) +
  [44, 76, 108].map((y) => circle(0, y, 4.4, darker(colours.amber, 0.3))).join('');

/** Her scarf, over the shoulder on our left. */
export const scarf = (): string =>
  shape('M-72 6 Q-48 -2 -34 2 C-30 90 -44 200 -38 322 L-92 322 C-98 210 -96 90 -72 6 Z', colours.coral) +
  line('M-58 20 C-58 110 -66 210 -62 296', darker(colours.coral, 0.18), 4, { opacity: 0.7 }) +
  line('M-90 306 H-40', colours.straw, 9);

export const boySkin = skins.cinnamon;
export const boyCloth = colours.amber;

export const boy = (pose: Pick<Person, 'look' | 'eyes' | 'mouth' | 'tilt'>): string =>
  person({ skin: boySkin, hair: hairs.black, style: 'curls', top: boyCloth, child: true, ...pose });

/** The bear sits on (0, 0), some 190 high. */
export function bear({ mended = false }: { mended?: boolean } = {}): string {
  const fur = '#b9814f';
  const dark = darker(fur, 0.2);
  const pale = lighter(fur, 0.45);
  const both = (draw: (side: 1 | -1) => string) => draw(-1) + draw(1);
  return (
    both((side) => circle(side * 42, -172, 20, fur) + circle(side * 42, -172, 10, pale)) +
    oval(0, -56, 50, 58, fur) +
    oval(0, -50, 30, 38, pale) +
    both((side) => line(`M${side * 40} -86 L${side * 66} -50`, dark, 30)) +
    both((side) => circle(side * 46, -18, 25, dark) + circle(side * 48, -16, 13, pale)) +
    oval(0, -136, 55, 48, fur) +
    oval(0, -122, 26, 20, pale) +
    oval(0, -130, 9, 7, colours.ink) +
    line('M0 -124 V-117 M-10 -114 q10 8 20 0', colours.ink, 3.4) +
    both((side) => circle(side * 24, -146, 5.4, colours.ink)) +
    (mended ? place(56, -66, tinyPlaster(), { turn: 54, scale: 0.5 }) : '') +
    heart(0, -58, 15, colours.red)
  );
}

const tinyPlaster = () =>
  rect(-52, -20, 104, 40, colours.blush, { rx: 20 }) +
  rect(-20, -20, 40, 40, colours.white) +
  drop(0, 3, 9, colours.red);
