import { blended, circle, darker, glow, line, oval, place, rect, shape } from '../paint.ts';
import { colours } from '../palette.ts';
import type { Scene } from '../scene.ts';
import { drop, heart } from '../signs.ts';

export const thankYouCard: Scene = {
  file: 'thank-you-card.jpg',
  width: 1100,
  height: 1400,
  draw: () =>
    blended(0, 0, 1100, 1400, '#d9a878', '#b97f52') +
    [175, 420, 690, 930, 1180].map((y) => line(`M0 ${y} H1100`, '#a56c42', 5, { opacity: 0.6 })).join('') +
    glow(380, 380, 760, '#ffe9c0', 0.5) +
    shadowed(430, 1010, 14, envelope()) +
    shadowed(600, 640, -7, card()) +
    teaFromAbove(880, 1170) +
    sprig(130, 380, -20) +
    sprig(1000, 190, 150) +
    pen(),
};

const shadowed = (x: number, y: number, turn: number, inside: string) => place(x, y, inside, { turn });

const card = () =>
  rect(-316, -424, 660, 880, colours.brown, { rx: 16, opacity: 0.25 }) +
  rect(-330, -440, 660, 880, colours.cream, { rx: 14 }) +
  rect(-296, -406, 592, 812, 'none', { rx: 8, stroke: colours.red, 'stroke-width': 5 }) +
  heart(0, -40, 190, colours.red) +
  drop(0, -34, 62, colours.cream) +
  laurel(-1) +
  laurel(1) +
  [-150, 0, 150].map((x) => heart(x, 330, 22, colours.coral)).join('') +
  line('M-120 270 q40 -26 80 0 t80 0 t80 0', colours.teal, 8);

/** Leaves in pairs along one curve beside the heart. */
function laurel(side: 1 | -1): string {
  const at = (t: number) => {
    const along = (a: number, b: number, c: number) => a * (1 - t) ** 2 + 2 * b * t * (1 - t) + c * t ** 2;
    return [side * along(40, 290, 216), along(226, 190, -190)] as const;
  };
  const leaves = [0.18, 0.36, 0.54, 0.72, 0.9].map((t, i) => {
    const [x, y] = at(t);
    const lean = side * (62 - t * 74);
    const leaf = (turn: number, tone: string) => place(x, y, oval(0, -36, 15, 38, tone), { turn });
    return (
      leaf(lean + 42, i % 2 ? colours.sage : colours.teal) +
      leaf(lean - 42, i % 2 ? colours.teal : colours.sage)
    );
  });
  return line(`M${side * 40} 226 Q${side * 290} 190 ${side * 216} -190`, colours.teal, 7) + leaves.join('');
}

const envelope = () =>
  rect(-356, -206, 740, 470, colours.brown, { rx: 14, opacity: 0.25 }) +
  rect(-370, -220, 740, 470, colours.terracotta, { rx: 12 }) +
  shape('M-370 -208 L0 60 L370 -208 L370 -220 H-370 Z', darker(colours.terracotta, 0.16)) +
  circle(0, 60, 46, colours.red) +
  heart(0, 62, 22, colours.cream);

const teaFromAbove = (x: number, y: number) =>
  circle(x + 14, y + 18, 190, colours.brown, { opacity: 0.25 }) +
  circle(x, y, 190, colours.white) +
  circle(x, y, 150, darker(colours.white, 0.06)) +
  line(`M${x + 110} ${y - 60} l90 -50`, colours.white, 36) +
  circle(x, y, 122, colours.white) +
  circle(x, y, 104, '#a8562c') +
  circle(x, y, 104, '#c9763f', { opacity: 0.5, 'clip-path': 'circle(80px)' }) +
  line(`M${x - 60} ${y - 40} q30 -44 80 -40`, '#e0a070', 8, { opacity: 0.8 });

const sprig = (x: number, y: number, turn: number) =>
  place(
    x,
    y,
    line('M0 260 C10 100 -10 -40 0 -240', colours.pine, 9) +
      [-1, 1]
        .map((side) =>
          [0, 1, 2, 3, 4]
            .map((i) =>
              place(0, 180 - i * 92, oval(side * 50, 0, 52, 22, i % 2 ? colours.teal : colours.sage), {
                turn: side * -34,
              }),
            )
            .join(''),
        )
        .join('') +
      [
        [-30, -250],
        [34, -220],
        [0, -290],
      ]
        .map(([dx = 0, dy = 0]) => circle(dx, dy, 34, colours.rose) + circle(dx, dy, 14, colours.straw))
        .join(''),
    { turn },
  );

const pen = () =>
  place(
    200,
    1210,
    rect(-14, -240, 36, 420, colours.brown, { rx: 14, opacity: 0.25 }) +
      rect(-20, -250, 34, 380, colours.pine, { rx: 14 }) +
      rect(-20, -150, 34, 16, colours.straw) +
      shape('M-20 124 H14 L-3 190 Z', colours.straw),
    { turn: 38 },
  );
