// The donation room: the reclining chair, the bag on its stand, a window, a table for the tea.
import { blend, circle, cut, darker, glow, lighter, line, oval, place, rect, shape } from './paint.ts';
import { colours } from './palette.ts';
import { bloodBag, mug } from './props.ts';

const leather = '#98122a';

/** An arched window of 290 x 360 with the low sun behind hills; the middle of its sill is at (0, 0). */
export const morningWindow = (): string => {
  const sky = blend('#fff0c2', '#f8bf95');
  const pane = 'M-110 -20 V-220 Q-110 -330 0 -330 Q110 -330 110 -220 V-20 Z';
  return (
    shape('M-128 -2 V-220 Q-128 -348 0 -348 Q128 -348 128 -220 V-2 Z', colours.white) +
    sky.define +
    shape(pane, sky.fill) +
    cut(
      pane,
      glow(54, -122, 170, '#fffbe0', 0.95) +
        circle(54, -122, 44, '#fffdf0') +
        oval(-72, -10, 120, 90, colours.sage) +
        oval(88, 0, 110, 70, '#6aa293'),
    ) +
    line('M0 -328 V-20 M-110 -178 H110', colours.white, 12) +
    rect(-146, -10, 292, 20, darker(colours.white, 0.05), { rx: 8 })
  );
};

/** A small round table with a mug that steams; its foot stands on (0, 0), its top is 264 above. */
export const teaTable = (): string =>
  line('M0 -260 V-14', colours.wood, 16) +
  shape('M-48 2 Q0 -38 48 2 Z', colours.wood) +
  oval(0, -258, 86, 17, darker(colours.wood, 0.15)) +
  oval(0, -264, 86, 17, lighter(colours.wood, 0.2)) +
  place(-4, -262, mug(colours.cream), { scale: 0.78 }) +
  line('M-24 -366 q-16 -22 0 -44 t0 -40 M10 -366 q-16 -22 0 -44 t0 -52', '#dfa48c', 7, { opacity: 0.75 });

/** The back of the chair, leaning to the left; the sitter's collarbones lie at (0, 0). */
export const chairBack = (): string =>
  place(
    0,
    0,
    rect(-178, -196, 306, 640, darker(leather, 0.3), { rx: 76 }) +
      rect(-160, -196, 288, 640, leather, { rx: 76 }) +
      line('M-132 -60 V400', lighter(leather, 0.16), 5, { opacity: 0.7 }) +
      rect(-128, -182, 222, 156, lighter(leather, 0.14), { rx: 66 }) +
      line('M-96 -158 Q-20 -180 50 -162', lighter(leather, 0.34), 7, { opacity: 0.6 }),
    { turn: -22 },
  );

/** Its foot, seat, leg rest, side and arm rest, which come before the sitter; the same origin. */
export const chairFront = (): string =>
  rect(200, 410, 110, 80, colours.ink) +
  shape('M112 512 Q126 480 180 480 H340 Q394 480 408 512 Z', colours.ink) +
  shape(
    'M40 350 L380 338 L610 418 Q634 428 626 450 Q616 468 592 460 L370 406 L110 432 Q58 432 40 350 Z',
    leather,
  ) +
  line('M392 360 L596 430', lighter(leather, 0.16), 5, { opacity: 0.7 }) +
  shape(
    'M-26 270 Q160 290 320 282 Q330 360 280 400 L110 434 C26 450 -6 380 -26 270 Z',
    darker(leather, 0.16),
  ) +
  place(
    12,
    292,
    rect(0, 0, 320, 38, colours.cream, { rx: 19 }) +
      rect(0, 20, 320, 18, darker(colours.cream, 0.1), { rx: 9 }),
    { turn: -4 },
  );

/** The bag on its low stand, below the arm as it should be; the foot stands on (0, 0), the bag's neck is at (0, -188). */
export const bagStand = (): string =>
  line('M0 -200 V-4', '#b8b0ac', 12) +
  oval(0, 2, 62, 12, '#8d8588') +
  rect(-64, -202, 128, 168, colours.white, { rx: 20 }) +
  rect(-72, -44, 144, 20, '#d9d0c8', { rx: 10 }) +
  place(0, -176, bloodBag(0.62), { scale: 0.88 });

/** The line that runs along a path from the arm to the bag. */
export const bloodLine = (d: string): string => line(d, '#f6d3c8', 15) + line(d, colours.red, 8);
