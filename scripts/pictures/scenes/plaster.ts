import { blended, circle, darker, line, place, shape } from '../paint.ts';
import { colours, skins } from '../palette.ts';
import { heart, plaster } from '../person.ts';
import type { Scene } from '../scene.ts';

const skin = skins.amber;

/** The proud arm after donating. */
export const strongArm: Scene = {
  file: 'strong-arm.jpg',
  width: 1200,
  height: 1200,
  draw: () =>
    blended(0, 0, 1200, 1200, colours.coral, colours.red) +
    rays() +
    circle(600, 610, 430, colours.cream) +
    circle(600, 610, 392, colours.blush, { opacity: 0.55 }) +
    arm() +
    place(640, 740, plaster(), { scale: 1.75, turn: -24 }) +
    heart(300, 300, 46, colours.white) +
    heart(930, 860, 34, colours.white) +
    heart(226, 430, 24, colours.straw) +
    heart(1010, 420, 28, colours.straw),
};

const rays = () =>
  Array.from({ length: 12 }, (_, i) =>
    place(600, 610, shape('M-46 -470 L46 -470 L110 -1000 H-110 Z', colours.white, { opacity: 0.1 }), {
      turn: i * 30,
    }),
  ).join('');

const arm = () =>
  shape('M-40 1240 V900 C40 760 170 690 300 690 L330 980 C240 1010 180 1100 170 1240 Z', colours.teal) +
  line('M318 700 L346 972', darker(colours.teal, 0.2), 40) +
  shape(
    'M330 716 C420 640 520 650 596 716 C640 690 660 640 664 560 L676 400 H852 L856 640 C858 800 820 930 720 966 C600 1004 460 990 346 962 Z',
    skin,
  ) +
  shape(
    'M346 962 C460 990 600 1004 720 966 C800 936 846 840 854 720 C820 820 760 880 680 896 C560 916 440 912 338 880 Z',
    darker(skin, 0.14),
  ) +
  line('M596 716 C620 740 650 744 684 730', darker(skin, 0.3), 9) +
  fist();

const fist = () =>
  shape('M640 410 C620 330 640 240 700 216 L860 210 C920 220 930 330 890 410 Z', skin) +
  [0, 1, 2, 3]
    .map(
      (i) =>
        line(`M${690 + i * 52} 232 V318`, skin, 62) +
        line(`M${716 + i * 52} 226 V330`, i < 3 ? darker(skin, 0.26) : skin, 5),
    )
    .join('') +
  line('M648 336 C700 372 770 374 826 352', darker(skin, 0.26), 5) +
  line('M662 300 C690 356 740 366 806 346', skin, 58) +
  line('M672 374 C720 396 780 396 830 376', darker(skin, 0.26), 6);
