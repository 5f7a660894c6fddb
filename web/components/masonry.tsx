import {
  type CSSProperties,
  type FocusEvent,
  memo,
  type ReactNode,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  FIRST_RENDERED_PER_COLUMN,
  gap,
  layOutMasonry,
  MAX_RENDERED_WHOLE,
  type Range,
} from './masonry-layout.ts';
import { useColumns, useVisibleItems } from './use-visible-items.ts';

type Item = { _id: string; width?: number | undefined; height?: number | undefined };

type Props<T extends Item> = {
  items: readonly T[];
  /** Draws one item, which fills the box it is given. The same function as long as it draws the same. */
  render: (item: T, index: number) => ReactNode;
  /** Names the list for screen readers. */
  label?: string;
  /** Whether more items will follow the last one. */
  more?: boolean;
};

/** `use-wall.ts` keeps one's place. */
const wallSize =
  'relative mx-auto w-full max-w-[320px] [overflow-anchor:none] min-[600px]:max-w-[600px] min-[1200px]:max-w-[1050px]';

/**
 * One column, two from 600 px, three from 1200 px of window width, at most 320, 600 and 1050 px wide together.
 * Laid out from the known sizes, so nothing moves when pictures arrive; of a long wall only what is near is drawn.
 */
export function Masonry<T extends Item>({ items, render, label, more = false }: Props<T>) {
  const list = useRef<HTMLUListElement>(null);
  const columns = useColumns();
  const wall = useMemo(() => layOutMasonry(items.map(shapeOf), columns), [items, columns]);
  const ids = useMemo(() => items.map(({ _id }) => _id), [items]);
  const windowed = items.length + (more ? 1 : 0) > MAX_RENDERED_WHOLE;
  const near = useVisibleItems(list, { wall, ids, windowed });
  const [focused, setFocused] = useState<string>();
  // What nobody sees yet does not keep a slow phone from showing what is there.
  const complete = useDeferredValue(true, false);

  const drawn = windowed
    ? withNeighbours(near, focused === undefined ? -1 : ids.indexOf(focused), items.length)
    : items.slice(0, complete ? undefined : FIRST_RENDERED_PER_COLUMN * columns).map((_, index) => index);
  const size = more ? -1 : items.length;

  return (
    <ul
      ref={list}
      className={wallSize}
      aria-label={label}
      style={{ aspectRatio: `${wall.width} / ${Math.max(wall.height, gap)}` }}
      onFocus={({ target }) => setFocused(target.closest('li')?.dataset.id)}
      onBlur={(event) => leaves(event) && setFocused(undefined)}
    >
      {drawn.map((index) => {
        const item = items[index];
        const placed = wall.placements[index];
        return (
          item &&
          placed && (
            <Place
              key={item._id}
              item={item}
              index={index}
              render={render as (item: Item, index: number) => ReactNode}
              left={inWidths(placed.column * (1 + gap), wall.width)}
              marginTop={inWidths(placed.top, wall.width)}
              width={inWidths(1, wall.width)}
              aspectRatio={`1 / ${Number(placed.height.toFixed(5))}`}
              size={windowed ? size : undefined}
            />
          )
        );
      })}
    </ul>
  );
}

type PlaceProps = {
  item: Item;
  index: number;
  render: (item: Item, index: number) => ReactNode;
  /** How many items there are, -1 while that is not known; absent where all of them are drawn. */
  size: number | undefined;
} & Required<Pick<CSSProperties, 'left' | 'marginTop' | 'width' | 'aspectRatio'>>;

const Place = memo(function Place({ item, index, render, size, ...place }: PlaceProps) {
  return (
    <li
      className="absolute top-0"
      style={place}
      data-id={item._id}
      aria-setsize={size}
      aria-posinset={size === undefined ? undefined : index + 1}
    >
      {render(item, index)}
    </li>
  );
});

/** Very long and very flat pictures are cropped; one without sizes is a square. */
const shapeOf = ({ width, height }: Item): number =>
  width && height ? Math.min(Math.max(height / width, 0.3), 3) : 1;

/** Percent of the list's width, also as a margin: unlike `top`, it does not change as the wall becomes longer. */
const inWidths = (length: number, wallWidth: number): string =>
  `${Number(((100 * length) / wallWidth).toFixed(3))}%`;

const leaves = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  !currentTarget.contains(relatedTarget as Node | null);

/** What is near, and the item with the focus between its neighbours: Tab goes on from there, wherever one scrolls. */
function withNeighbours({ from, to }: Range, focused: number, count: number): number[] {
  const indexes = new Set<number>();
  for (let index = from; index < Math.min(to, count); index++) indexes.add(index);
  if (focused >= 0)
    for (let index = Math.max(0, focused - 1); index <= Math.min(focused + 1, count - 1); index++)
      indexes.add(index);
  return [...indexes].sort((a, b) => a - b);
}
