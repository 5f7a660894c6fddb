import { glow, rect, tag } from './paint.ts';
import { colours } from './palette.ts';

/** One picture: its file and how it is drawn. Its title stands in app/sample-data/photos.ts. */
export type Scene = {
  file: string;
  width: number;
  height: number;
  draw(): string;
};

/** The whole picture: the drawing, warm light from above left, a trace of paper grain. */
export function document({ width, height, draw }: Pick<Scene, 'width' | 'height' | 'draw'>): string {
  const grain =
    '<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" seed="7"/>' +
    '<feColorMatrix values="0 0 0 0 0.4  0 0 0 0 0.25  0 0 0 0 0.2  0 0 0 0.5 -0.16"/></filter>';
  const light = glow(width * 0.22, height * 0.1, Math.max(width, height) * 0.75, '#fff3d6', 0.22);
  return tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    grain +
      rect(0, 0, width, height, colours.cream) +
      draw() +
      light +
      rect(0, 0, width, height, '#000', { filter: 'url(#grain)', opacity: 0.16 }),
  );
}

/** The drawing alone, on no ground of its own. */
export const clearDocument = ({ width, height, draw }: Pick<Scene, 'width' | 'height' | 'draw'>): string =>
  tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    draw(),
  );
