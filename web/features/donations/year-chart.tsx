import { t } from '@lingui/core/macro';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import type { YearCount } from '#contract/donations.ts';
import { plainNumberText } from '#web/language/digits.ts';
import { numberText } from '#web/language/numbers.ts';
import { rowHeight } from './row-height.ts';

/** In percent of the width: where bars begin, and where the longest one ends, with room for its number behind it. */
const [from, to] = [18, 90];

const number = 'fill-ink text-small tabular-nums forced-colors:fill-[CanvasText]';

/** A bar a year, as wide as there is room. One picture to a screen reader: the table beside it has the numbers. */
export default function YearChart({ years }: { years: YearCount[] }) {
  const height = years.length * rowHeight;
  const most = Math.max(...years.map(({ count }) => count));
  const rows = scaleBand({
    domain: years.map(({ year }) => year),
    range: [0, height],
    paddingInner: 0.4,
    paddingOuter: 0.2,
  });
  const ends = scaleLinear({ domain: [0, most], range: [from, to] });
  return (
    <svg
      role="img"
      aria-label={t`Bars: past appointments by year. The table has the same numbers.`}
      width="100%"
      height={height}
      className="overflow-visible"
    >
      {years.map(({ year, count }) => {
        const top = rows(year) ?? 0;
        const text = {
          y: top + rows.bandwidth() / 2,
          dominantBaseline: 'central',
          className: number,
        } as const;
        return (
          <g key={year}>
            <text {...text}>{plainNumberText(year)}</text>
            <Bar
              x={`${from}%`}
              y={top}
              width={`${ends(count) - from}%`}
              height={rows.bandwidth()}
              rx={4}
              className="fill-red forced-colors:fill-[CanvasText]"
            />
            <text {...text} x={`${ends(count)}%`} dx={10}>
              {numberText(count)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
