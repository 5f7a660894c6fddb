import { drawTree, treeSize } from './tree-shapes.ts';

/** Returns a color that donations.css can override in dark mode. */
const paint = (part: string, color: string): string => `var(--tree-${part}, ${color})`;

/**
 * Draws a tree with a drop for each donation or past appointment. Screen readers skip it, so place it next to
 * the count as text.
 */
export function DonationTree({ count, className }: { count: number; className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${treeSize.width} ${treeSize.height}`}
      preserveAspectRatio="xMidYMax slice"
      className={`bb-tree ${className ?? ''}`}
      aria-hidden="true"
    >
      {drawTree(count).map(({ part, d, color, width, opacity }) => (
        <path
          key={`${part}${d}`}
          d={d}
          fill={width ? 'none' : paint(part, color)}
          stroke={width ? paint(part, color) : undefined}
          strokeWidth={width}
          strokeLinecap="round"
          opacity={opacity}
        />
      ))}
    </svg>
  );
}
