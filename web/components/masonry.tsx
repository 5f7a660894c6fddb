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
import { useIsInHtml } from '#web/browser/use-hydrated.ts';
import {
  INITIAL_ITEMS_PER_COLUMN,
  ITEM_GAP,
  layOutMasonry,
  type MasonryLayout,
  type Range,
  VIRTUALIZATION_THRESHOLD,
} from './masonry-layout.ts';
import { useColumns, useVisibleItems } from './use-visible-items.ts';

type Item = { _id: string; width?: number | undefined; height?: number | undefined };

type Props<T extends Item> = {
  items: readonly T[];
  /** Renders an item, which fills its box. Must be stable between renders. */
  renderItem: (item: T, index: number) => ReactNode;
  /** Accessible name of the list. */
  label?: string;
  /** Whether more items can be loaded. */
  hasMore?: boolean;
};

/**
 * The places of the items for each number of columns are style variables, so that the page's HTML is laid out
 * before any script runs. The browser's scroll anchoring is off, because scroll-anchor.ts replaces it.
 */
const gridClass = [
  'relative mx-auto w-full max-w-[320px] [overflow-anchor:none] min-[600px]:max-w-[600px] min-[1200px]:max-w-[1050px]',
  'aspect-(--ratio-1) min-[600px]:aspect-(--ratio-2) min-[1200px]:aspect-(--ratio-3)',
  '*:absolute *:top-0 *:left-(--left-1) *:mt-(--top-1) *:w-(--width-1)',
  'min-[600px]:*:left-(--left-2) min-[600px]:*:mt-(--top-2) min-[600px]:*:w-(--width-2)',
  'min-[1200px]:*:left-(--left-3) min-[1200px]:*:mt-(--top-3) min-[1200px]:*:w-(--width-3)',
].join(' ');

/**
 * Renders a grid of one column, of two from 600 px and of three from 1200 px of window width. The grid is at
 * most 320, 600 or 1050 px wide. The known sizes of the pictures determine its layout, so that nothing shifts
 * when they load. A long grid renders only items near the viewport.
 */
export function Masonry<T extends Item>({ items, renderItem, label, hasMore = false }: Props<T>) {
  const list = useRef<HTMLUListElement>(null);
  const columns = useColumns();
  const layouts = useMemo(() => {
    const heights = items.map(aspectRatioOf);
    return columnCounts.map((count) => layOutMasonry(heights, count));
  }, [items]);
  const layout = layouts[columns - 1] as MasonryLayout;
  const ids = useMemo(() => items.map(({ _id }) => _id), [items]);
  const isVirtualized = items.length + (hasMore ? 1 : 0) > VIRTUALIZATION_THRESHOLD;
  const visibleRange = useVisibleItems(list, { layout, ids, isVirtualized });
  const [focused, setFocused] = useState<string>();
  // Items below the viewport render later, so that the first ones show early on a slow phone.
  const isComplete = useDeferredValue(true, useIsInHtml());

  const rendered = isVirtualized
    ? withFocusedItem(visibleRange, focused === undefined ? -1 : ids.indexOf(focused), items.length)
    : items.slice(0, isComplete ? undefined : INITIAL_ITEMS_PER_COLUMN * columns).map((_, index) => index);
  const size = hasMore ? -1 : items.length;

  return (
    <ul
      ref={list}
      className={gridClass}
      aria-label={label}
      style={gridStyle(layouts)}
      onFocus={({ target }) => setFocused(target.closest('li')?.dataset.id)}
      onBlur={(event) => leavesList(event) && setFocused(undefined)}
    >
      {rendered.map((index) => {
        const item = items[index];
        return (
          item && (
            <GridItem
              key={item._id}
              item={item}
              index={index}
              renderItem={renderItem as (item: Item, index: number) => ReactNode}
              layouts={layouts}
              size={isVirtualized ? size : undefined}
            />
          )
        );
      })}
    </ul>
  );
}

type GridItemProps = {
  item: Item;
  index: number;
  renderItem: (item: Item, index: number) => ReactNode;
  /** The layout for each number of columns. */
  layouts: readonly MasonryLayout[];
  /** Number of all items, -1 if unknown, or undefined if all are rendered. */
  size: number | undefined;
};

const GridItem = memo(function GridItem({ item, index, renderItem, layouts, size }: GridItemProps) {
  return (
    <li
      style={itemStyle(layouts, index)}
      data-id={item._id}
      aria-setsize={size}
      aria-posinset={size === undefined ? undefined : index + 1}
    >
      {renderItem(item, index)}
    </li>
  );
});

const columnCounts = [1, 2, 3];

/** Returns the shape of the grid and the width of a column, for each number of columns. */
const gridStyle = (layouts: readonly MasonryLayout[]): CSSProperties =>
  Object.fromEntries(
    layouts.flatMap(({ width, height }, i) => [
      [`--ratio-${i + 1}`, `${width} / ${Math.max(height, ITEM_GAP)}`],
      [`--width-${i + 1}`, toPercent(1, width)],
    ]),
  );

/** Returns the place of an item for each number of columns, and its shape. */
function itemStyle(layouts: readonly MasonryLayout[], index: number): CSSProperties {
  const places = layouts.flatMap(({ placements, width }, i) => {
    const { column = 0, top = 0 } = placements[index] ?? {};
    return [
      [`--left-${i + 1}`, toPercent(column * (1 + ITEM_GAP), width)],
      [`--top-${i + 1}`, toPercent(top, width)],
    ];
  });
  const { height = 1 } = layouts[0]?.placements[index] ?? {};
  return { ...Object.fromEntries(places), aspectRatio: `1 / ${Number(height.toFixed(5))}` };
}

/** Returns height over width. Crops very tall and very wide pictures. A picture of unknown size is square. */
const aspectRatioOf = ({ width, height }: Item): number =>
  width && height ? Math.min(Math.max(height / width, 0.3), 3) : 1;

/**
 * Returns a percentage of the list's width. As a margin it does not change with the list's height, unlike
 * `top`.
 */
const toPercent = (length: number, listWidth: number): string =>
  `${Number(((100 * length) / listWidth).toFixed(3))}%`;

const leavesList = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  !currentTarget.contains(relatedTarget as Node | null);

/**
 * Returns the items near the viewport, plus the focused item and its neighbors, so that Tab continues from
 * there.
 */
function withFocusedItem({ from, to }: Range, focused: number, count: number): number[] {
  const indexes = new Set<number>();
  for (let index = from; index < Math.min(to, count); index++) indexes.add(index);
  if (focused >= 0)
    for (let index = Math.max(0, focused - 1); index <= Math.min(focused + 1, count - 1); index++)
      indexes.add(index);
  return [...indexes].sort((a, b) => a - b);
}
