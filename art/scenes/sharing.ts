import { blended, circle, glow, line, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { bunting } from '../props.ts';
import { drop, heart, plaster } from '../signs.ts';

/** 1200 by 630; the left half is kept free for words. */
export const sharing = (): string =>
  blended(0, 0, 1200, 630, colours.cream, '#fbe3d9') +
  shape('M640 0 C560 150 560 470 650 630 H1200 V0 Z', colours.blush) +
  glow(930, 250, 380, '#fff4d8', 0.85) +
  bunting(600, 18, 1220, 8, 60, [colours.red, colours.white, colours.teal, colours.straw]) +
  circle(930, 300, 232, colours.straw, { opacity: 0.32 }) +
  place(
    1050,
    322,
    person({
      skin: skins.honey,
      hair: hairs.chestnut,
      style: 'ponytail',
      look: -0.6,
      tilt: -5,
      eyes: 'smiling',
      top: colours.teal,
      neck: 'scrubs',
      over: 'lanyard',
      left: { elbow: [-128, 150], hand: [-150, 60], sleeve: 'short', behind: true },
      right: { elbow: [124, 180], hand: [40, 250], sleeve: 'short' },
    }),
    { scale: 1.16 },
  ) +
  place(
    812,
    338,
    person({
      skin: skins.umber,
      hair: hairs.black,
      style: 'bun',
      look: 0.5,
      tilt: 4,
      eyes: 'smiling',
      mouth: 'grin',
      earrings: true,
      top: colours.straw,
      left: { elbow: [-128, 168], hand: [-30, 226], sleeve: 'short' },
      right: { elbow: [134, 150], hand: [110, 22], sleeve: 'short' },
    }),
    { scale: 1.16 },
  ) +
  place(950, 470, plaster(), { scale: 0.36, turn: -58 }) +
  heart(928, 226, 22, colours.red) +
  heart(952, 178, 12, colours.terracotta) +
  rect(0, 606, 1200, 24, colours.red) +
  drop(96, 112, 30, colours.red) +
  drop(132, 122, 21, colours.coral) +
  line('M72 456 H150', colours.red, 6);
