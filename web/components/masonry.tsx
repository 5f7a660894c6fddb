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
  INITIAL_ITEMS_PER_COLUMN,
  ITEM_GAP,
  layOutMasonry,
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

/** Scroll anchoring is off: scroll-anchor.ts does it. */
const gridClass =
  'relative mx-auto w-full max-w-[320px] [overflow-anchor:none] min-[600px]:max-w-[600px] min-[1200px]:max-w-[1050px]';

/**
 * One column, two from 600 px, three from 1200 px of window width; the whole grid is at most 320, 600 and
 * 1050 px wide. Laid out from the known sizes, to avoid a layout shift when pictures load. A long grid
 * renders only items near the viewport.
 */
export function Masonry<T extends Item>({ items, renderItem, label, hasMore = false }: Props<T>) {
  const list = useRef<HTMLUListElement>(null);
  const columns = useColumns();
  const layout = useMemo(() => layOutMasonry(items.map(aspectRatioOf), columns), [items, columns]);
  const ids = useMemo(() => items.map(({ _id }) => _id), [items]);
  const isVirtualized = items.length + (hasMore ? 1 : 0) > VIRTUALIZATION_THRESHOLD;
  const visibleRange = useVisibleItems(list, { layout, ids, isVirtualized });
  const [focused, setFocused] = useState<string>();
  // Items below the viewport render later, so that the first ones show early on a slow phone.
  const isComplete = useDeferredValue(true, false);

  const rendered = isVirtualized
    ? withFocusedItem(visibleRange, focused === undefined ? -1 : ids.indexOf(focused), items.length)
    : items.slice(0, isComplete ? undefined : INITIAL_ITEMS_PER_COLUMN * columns).map((_, index) => index);
  const size = hasMore ? -1 : items.length;

  return (
    <ul
      ref={list}
      className={gridClass}
      aria-label={label}
      style={{ aspectRatio: `${layout.width} / ${Math.max(layout.height, ITEM_GAP)}` }}
      onFocus={({ target }) => setFocused(target.closest('li')?.dataset.id)}
      onBlur={(event) => leavesList(event) && setFocused(undefined)}
    >
      {rendered.map((index) => {
        const item = items[index];
        const placement = layout.placements[index];
        return (
          item &&
          placement && (
            <GridItem
              key={item._id}
              item={item}
              index={index}
              renderItem={renderItem as (item: Item, index: number) => ReactNode}
              left={toPercent(placement.column * (1 + ITEM_GAP), layout.width)}
              marginTop={toPercent(placement.top, layout.width)}
              width={toPercent(1, layout.width)}
              aspectRatio={`1 / ${Number(placement.height.toFixed(5))}`}
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
  /** Number of all items, -1 if unknown; undefined if all are rendered. */
  size: number | undefined;
} & Required<Pick<CSSProperties, 'left' | 'marginTop' | 'width' | 'aspectRatio'>>;

const GridItem = memo(function GridItem({ item, index, renderItem, size, ...position }: GridItemProps) {
  return (
    <li
      className="absolute top-0"
      style={position}
      data-id={item._id}
      aria-setsize={size}
      aria-posinset={size === undefined ? undefined : index + 1}
    >
      {renderItem(item, index)}
    </li>
  );
});

/** Returns height over width. Crops very tall and very wide pictures; a picture of unknown size is square. */
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
