import { circle, cut, line, oval, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { tree } from '../props.ts';
import type { Scene } from '../scene.ts';
import { drop, heart } from '../signs.ts';

/** Somebody with a map at a signpost; for the page that is not there. */
export const lost: Scene = {
  file: 'lost',
  width: 1120,
  height: 840,
  draw: () =>
    cut('M0 0 H1120 V800 H0 Z', circle(560, 430, 400, '#f6d9c6') + circle(560, 430, 318, '#fbe9d6')) +
    place(150, 800, tree(colours.sage), { scale: 1.15 }) +
    place(960, 800, tree(colours.teal), { scale: 1.3 }) +
    line('M90 800 H1040', '#b8978a', 8) +
    signpost() +
    cut(
      'M0 0 H1120 V796 H0 Z',
      place(
        420,
        446,
        person({
          skin: skins.cinnamon,
          hair: hairs.black,
          style: 'curls',
          look: 0.7,
          tilt: 6,
          mouth: 'calm',
          top: colours.red,
          left: { elbow: [-140, 140], hand: [-100, 150] },
          right: { elbow: [144, 140], hand: [110, 150] },
        }) +
          map() +
          oval(-96, 150, 14, 20, skins.cinnamon) +
          oval(104, 150, 14, 20, skins.cinnamon),
        { scale: 1.3 },
      ) + hedge(),
    ),
};

const signpost = () =>
  rect(776, 250, 30, 550, colours.wood, { rx: 8 }) +
  oval(791, 250, 15, 8, colours.straw) +
  shape('M640 290 H900 L948 340 L900 390 H640 Z', colours.teal) +
  drop(780, 340, 26, colours.white) +
  shape('M930 430 H690 L642 480 L690 530 H930 Z', colours.straw) +
  heart(800, 480, 24, colours.red);

const hedge = () =>
  [220, 290, 370, 450, 530, 610]
    .map((x, i) => circle(x, 812, i % 2 ? 66 : 54, i % 2 ? colours.pine : colours.teal))
    .join('');

const map = () =>
  shape('M-96 110 L-32 128 L32 108 L104 128 V252 L32 232 L-32 252 L-96 234 Z', colours.white) +
  shape('M-32 128 L32 108 V232 L-32 252 Z', colours.sand) +
  line('M-76 204 q30 -50 60 -26 t60 -14 t44 6', colours.teal, 6, { 'stroke-dasharray': '12 12' }) +
  heart(84, 166, 13, colours.red) +
  circle(-78, 206, 8, colours.pine);
