import { bagStand, bloodLine, chairBack, chairFront, morningWindow, teaTable } from '../clinic.ts';
import { along, fist, limb, reachingHand, sandal, shoe } from '../limbs.ts';
import { blend, cut, darker, glow, line, oval, place, rect, shape } from '../paint.ts';
import { colours, hairs, skins } from '../palette.ts';
import { person } from '../person.ts';
import { plant } from '../props.ts';
import type { Scene } from '../scene.ts';
import { heart } from '../signs.ts';

const donorSkin = skins.cinnamon;
const kurta = '#e2a53f';
const trousers = '#f7ead6';
const scarf = '#b8394a';
const nurseSkin = skins.honey;
const scrubs = colours.teal;

/** A woman gives blood in the morning light; the nurse keeps her company. */
export const saveLife: Scene = {
  file: 'save-life',
  width: 1120,
  height: 920,
  draw: () =>
    place(
      0,
      24,
      room() +
        oval(560, 838, 486, 24, '#b98f7d') +
        place(136, 832, plant(colours.terracotta, colours.pine), { scale: 0.92 }) +
        place(1014, 840, teaTable()) +
        nurse() +
        place(320, 330, chairBack()) +
        donor() +
        legs() +
        farArm() +
        nursesArm() +
        place(320, 330, chairFront()) +
        givingArm() +
        place(612, 840, bagStand()) +
        bloodLine('M430 580 C500 590 456 690 500 716 C540 738 552 642 594 646 Q612 648 612 676') +
        heart(556, 46, 27, colours.red) +
        heart(616, 8, 15, colours.coral),
    ),
};

/** The round of the wall and the floor, the window and its light. */
const room = () => {
  const wall = blend('#fbe6cf', '#f6d2ba');
  const beam = blend('#fff6d8', '#fff6d8', { fromOpacity: 0.75, toOpacity: 0 });
  const round = 'M560 20 A412 412 0 0 1 560 844 A412 412 0 0 1 560 20 Z';
  return (
    wall.define +
    shape(round, wall.fill) +
    cut(
      round,
      glow(522, 270, 330, '#fff3cf', 0.8) +
        rect(100, 700, 920, 200, '#e3b498') +
        rect(100, 690, 920, 14, '#fff3e2') +
        beam.define +
        shape('M420 440 L634 440 L960 830 H560 Z', beam.fill),
    ) +
    place(522, 440, morningWindow())
  );
};

const nurse = () =>
  shape('M690 640 H856 L850 812 H792 L774 700 L758 812 H700 Z', colours.pine) +
  [732, 826].map((x) => place(x, 806, shoe(colours.white, '#d9cbbf'), { scale: 0.84, flip: -1 })).join('') +
  place(
    776,
    268,
    person({
      skin: nurseSkin,
      hair: hairs.black,
      style: 'hijab',
      cloth: '#d9705f',
      look: -0.75,
      tilt: -7,
      eyes: 'smiling',
      mouth: 'grin',
      top: scrubs,
      neck: 'scrubs',
      over: 'lanyard',
    }),
    { scale: 1.22, turn: -5 },
  ) +
  place(862, 548, clipboard(), { turn: 14 }) +
  limb([892, 322], 30, [950, 474], 25, nurseSkin) +
  limb([950, 474], 24, [900, 548], 18, nurseSkin) +
  along([950, 474], [900, 548], fist(nurseSkin), 0.95) +
  limb([888, 318], 40, [928, 424], 37, darker(scrubs, 0.1));

const clipboard = () =>
  rect(-62, -84, 124, 160, colours.wood, { rx: 10 }) +
  rect(-50, -64, 100, 132, colours.white, { rx: 4 }) +
  rect(-24, -94, 48, 24, '#b8b0ac', { rx: 6 }) +
  heart(-24, -34, 13, colours.red) +
  line('M-2 -36 h36 M-34 -4 h68 M-34 22 h68', colours.sand, 7);

const nursesArm = () =>
  limb([664, 326], 34, [648, 488], 26, nurseSkin) +
  limb([648, 488], 25, [572, 488], 18, nurseSkin) +
  along([648, 488], [572, 488], reachingHand(nurseSkin), 0.95, -1) +
  limb([668, 322], 40, [654, 432], 36, darker(scrubs, 0.06));

const donor = () =>
  place(
    320,
    330,
    person({
      skin: donorSkin,
      hair: hairs.black,
      style: 'braid',
      look: 0.7,
      eyes: 'smiling',
      tilt: 8,
      earrings: true,
      top: kurta,
      neck: 'kurta',
    }) +
      shape('M-62 2 C-84 90 -66 190 -74 318 L26 318 C6 210 -4 100 -37 -8 Z', scarf) +
      line('M-37 -6 C-4 100 6 210 26 318', colours.straw, 6) +
      line('M-46 10 C-28 110 -26 200 -14 318', darker(scarf, 0.2), 4, { opacity: 0.6 }),
    { scale: 1.25, turn: -22 },
  );

const farArm = () =>
  limb([424, 366], 36, [540, 488], 27, donorSkin) +
  limb([540, 488], 26, [640, 552], 19, donorSkin) +
  along([540, 488], [640, 552], reachingHand(donorSkin), 0.95) +
  limb([424, 366], 42, [520, 466], 37, darker(kurta, 0.1)) +
  line('M488 482 L538 434', colours.cream, 8) +
  line('M622 560 L636 530', colours.straw, 7);

const legs = () =>
  place(926, 664, sandal(darker(donorSkin, 0.12), '#7a2b22'), { turn: -54, scale: 0.96 }) +
  limb([500, 640], 62, [742, 586], 46, darker(kurta, 0.16)) +
  limb([742, 586], 42, [920, 662], 29, darker(trousers, 0.14)) +
  place(900, 700, sandal(donorSkin, '#a83a2c'), { turn: -58 }) +
  limb([724, 620], 46, [896, 696], 31, trousers) +
  limb([470, 670], 80, [716, 616], 54, kurta) +
  line('M704 566 Q764 596 742 664', colours.cream, 10);

const givingArm = () =>
  heart(574, 560, 25, colours.coral) +
  limb([250, 424], 42, [372, 592], 28, donorSkin) +
  limb([372, 592], 28, [522, 576], 19, donorSkin) +
  along([372, 592], [522, 576], fist(donorSkin), 0.95, -1) +
  limb([250, 424], 48, [338, 544], 41, darker(kurta, 0.05)) +
  line('M302 576 L378 520', colours.cream, 9) +
  place(424, 580, rect(-22, -20, 44, 40, colours.white, { rx: 8 }), { turn: -6 });
