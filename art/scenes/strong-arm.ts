import { blended, circle, darker, line, place, rect, shape } from '../paint.ts';
import { colours, skins } from '../palette.ts';
import type { Scene } from '../scene.ts';
import { heart, plaster } from '../signs.ts';

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
    heart(190, 250, 46, colours.white) +
    heart(1060, 900, 34, colours.white) +
    heart(120, 470, 26, colours.straw) +
    heart(1080, 330, 30, colours.straw),
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

const fist = () => {
  const crease = darker(skin, 0.28);
  const fingers = [0, 1, 2, 3].map((i) =>
    rect(648 + i * 60, 204 + (i % 3 ? 0 : 14), 64, 168, skin, { rx: 32 }),
  );
  const gaps = [0, 1, 2].map((i) => line(`M${710 + i * 60} 250 V352`, crease, 6));
  return (
    shape('M676 430 C640 400 640 330 652 290 H884 C894 340 890 400 852 430 Z', skin) +
    fingers.join('') +
    gaps.join('') +
    line('M664 372 C700 400 760 404 822 384', crease, 70) +
    line('M664 366 C700 396 760 398 822 378', skin, 66) +
    line('M812 360 q22 4 30 20', crease, 6)
  );
};
