import { t } from '@lingui/core/macro';
import type { YearCount } from '#contract/donations.ts';
import { plainNumberText } from '#web/language/digits.ts';
import { numberText } from '#web/language/numbers.ts';

/** Of a bar with the space around it, in pixels; the table beside the bars has the same rows. */
export const rowHeight = 36;
/** In percent of the width: where bars begin, and where the longest one ends, with room for its number behind it. */
const [from, to] = [18, 90];
const thickness = 0.6 * rowHeight;

const number = 'fill-ink text-small [font-variant-numeric:tabular-nums] forced-colors:fill-[CanvasText]';

/** A bar a year, as wide as there is room. One picture to a screen reader: the table beside it has the numbers. */
export function YearChart({ years }: { years: YearCount[] }) {
  const height = years.length * rowHeight;
  const most = Math.max(...years.map(({ count }) => count));
  const widthOf = (count: number) => ((to - from) * count) / most;
  return (
    <svg
      role="img"
      aria-label={t`Bars: past appointments by year. The table has the same numbers.`}
      width="100%"
      height={height}
      className="overflow-visible"
    >
      {years.map(({ year, count }, row) => {
        const middle = (row + 0.5) * rowHeight;
        const text = { y: middle, dominantBaseline: 'central', className: number } as const;
        return (
          <g key={year}>
            <text {...text}>{plainNumberText(year)}</text>
            <rect
              x={`${from}%`}
              y={middle - thickness / 2}
              width={`${widthOf(count)}%`}
              height={thickness}
              rx={4}
              className="fill-red forced-colors:fill-[CanvasText]"
            />
            <text {...text} x={`${from + widthOf(count)}%`} dx={10}>
              {numberText(count)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
