import { drawTree, treeSize } from './tree-shapes.ts';

/** A tree with a drop for each donation or past appointment. Decorative: the number stands beside it as text. */
export function DonationTree({ count, className }: { count: number; className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${treeSize.width} ${treeSize.height}`}
      preserveAspectRatio="xMidYMax slice"
      className={`bb-tree ${className ?? ''}`}
      aria-hidden="true"
      focusable="false"
    >
      {drawTree(count).map(({ part, d, color, width, opacity }) => (
        <path
          key={`${part}${d}`}
          data-part={part}
          d={d}
          fill={width ? 'none' : color}
          stroke={width ? color : undefined}
          strokeWidth={width}
          strokeLinecap="round"
          opacity={opacity}
        />
      ))}
    </svg>
  );
}
