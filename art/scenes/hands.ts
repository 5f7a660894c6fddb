import { blended, circle, glow, line, place, shape } from '../paint.ts';
import { colours, skins } from '../palette.ts';
import { confetti } from '../props.ts';
import type { Scene } from '../scene.ts';
import { drop, heart, openHand, plaster } from '../signs.ts';

/** Many hands reach for one drop. */
export const reachingHands: Scene = {
  file: 'reaching-hands.jpg',
  width: 1100,
  height: 1400,
  draw: () =>
    blended(0, 0, 1100, 1400, colours.night, colours.dusk) +
    glow(550, 480, 640, '#f6b38a', 0.85) +
    circle(550, 470, 250, colours.cream, { opacity: 0.16 }) +
    circle(550, 470, 320, colours.cream, { opacity: 0.08 }) +
    drop(550, 480, 130, colours.red) +
    shape('M486 500 q4 70 70 84', 'none', {
      stroke: colours.rose,
      'stroke-width': 18,
      'stroke-linecap': 'round',
    }) +
    reach(170, 1010, 16, 0.9, skins.umber, colours.straw) +
    reach(930, 1000, -16, 0.9, skins.peach, colours.teal) +
    reach(400, 930, 6, 0.88, skins.porcelain, colours.coral) +
    reach(700, 930, -6, 0.88, skins.cinnamon, colours.sage) +
    reach(60, 1260, 24, 1.05, skins.honey, colours.terracotta) +
    reach(1040, 1250, -24, 1.05, skins.cocoa, colours.cream) +
    reach(300, 1190, 10, 1.05, skins.amber, colours.white) +
    reach(820, 1190, -11, 1.05, skins.honey, colours.red) +
    reach(560, 1160, 0, 1.08, skins.umber, colours.teal),
};

const reach = (x: number, y: number, turn: number, scale: number, skin: string, sleeve: string) =>
  place(
    x,
    y,
    line('M0 0 V560', skin, 88) +
      openHand(skin) +
      line('M0 190 V700', sleeve, 128) +
      line('M-60 132 H60', sleeve, 26),
    { turn, scale },
  );

/** Two who have both given. */
export const highFive: Scene = {
  file: 'high-five.jpg',
  width: 1200,
  height: 1200,
  draw: () =>
    blended(0, 0, 1200, 1200, colours.straw, colours.amber) +
    circle(600, 470, 400, colours.cream, { opacity: 0.45 }) +
    glow(600, 420, 380, '#fff8e0', 0.9) +
    confetti(11, 1200, 1200, 60, [colours.red, colours.teal, colours.white, colours.coral]) +
    sparks() +
    place(452, 660, forearm(skins.cocoa, colours.teal) + openHand(skins.cocoa), { turn: 12, scale: 1.35 }) +
    place(752, 670, forearm(skins.peach, colours.red) + openHand(skins.peach), {
      turn: -12,
      scale: 1.35,
      flip: -1,
    }) +
    place(392, 850, plaster(), { scale: 1.1, turn: -12 }) +
    place(812, 862, plaster(), { scale: 1.1, turn: 16 }) +
    heart(600, 150, 46, colours.red),
};

const forearm = (skin: string, sleeve: string) =>
  shape('M-44 0 C-60 120 -84 180 -92 300 V700 H92 V300 C84 180 60 120 44 0 Z', skin) +
  shape('M-108 250 Q0 290 108 250 L130 800 H-130 Z', sleeve) +
  line('M-106 262 Q0 300 106 262', colours.ink, 12, { opacity: 0.18 });

const sparks = () =>
  [-62, -38, 38, 62]
    .map((turn) => place(600, 420, line('M0 -290 V-350', colours.red, 18), { turn }))
    .join('');
