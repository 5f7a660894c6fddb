import type { CSSProperties, ReactNode } from 'react';
import { gap, layOut, type Wall } from './masonry-layout.ts';

type Item = { _id: string; width?: number | undefined; height?: number | undefined };

type Props<T extends Item> = {
  items: readonly T[];
  /** Draws one item, which fills the box it is given. */
  render: (item: T, index: number) => ReactNode;
  /** Names the list for screen readers. */
  label?: string;
};

const columnCounts = [1, 2, 3];

/**
 * One column, two from 600 px, three from 1200 px of window width, at most 320, 600 and 1050 px wide together.
 * All three walls are worked out from the known sizes and CSS chooses one, so nothing moves when pictures arrive.
 */
export function Masonry<T extends Item>({ items, render, label }: Props<T>) {
  const heights = items.map(({ width, height }) => (width && height ? height / width : 1));
  const walls = columnCounts.map((columns) => layOut(heights, columns));
  return (
    <ul className="bb-masonry" aria-label={label} style={shapes(walls)}>
      {items.map((item, index) => (
        <li key={item._id} style={places(walls, index)}>
          {render(item, index)}
        </li>
      ))}
    </ul>
  );
}

function shapes(walls: readonly Wall[]): CSSProperties {
  return Object.fromEntries(
    walls.map(({ width, height }, i) => [`--shape-${i + 1}`, `${width} / ${Math.max(height, gap)}`]),
  );
}

function places(walls: readonly Wall[], index: number): CSSProperties {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(4)}%`;
  return Object.fromEntries(
    walls.flatMap(({ placements, width, height }, i) => {
      const placed = placements[index];
      if (!placed) return [];
      return [
        [`--left-${i + 1}`, percent(placed.column * (1 + gap), width)],
        [`--top-${i + 1}`, percent(placed.top, height)],
        [`--width-${i + 1}`, percent(1, width)],
        [`--height-${i + 1}`, percent(placed.height, height)],
      ];
    }),
  );
}
