import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import type { Day } from '#contract/days.ts';
import { countByYear, type YearCount } from '#contract/donations.ts';
import { formatPlainNumber } from '#web/i18n/digits.ts';
import { formatNumber } from '#web/i18n/numbers.ts';

const cellClass = 'h-(--row) border-line border-b [font-variant-numeric:tabular-nums]';

export function Years({ days }: { days: readonly Day[] }) {
  const years = countByYear(days);
  return (
    <section
      aria-labelledby="donations-by-year"
      className="bb-card grid grid-cols-1 gap-4 p-6 print:break-inside-avoid"
    >
      <h2 id="donations-by-year">
        <Trans>By year</Trans>
      </h2>
      {/* Each table row is aligned with its bar. */}
      <div
        className="grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,1fr)_auto] md:gap-10"
        style={{ '--row': `${rowHeight}px` } as CSSProperties}
      >
        <div className="md:mt-(--row)" style={{ minHeight: years.length * rowHeight }}>
          <YearChart years={years} />
        </div>
        <table className="border-separate [border-spacing:0]">
          <thead>
            <tr className="text-ink-soft text-small">
              <th scope="col" className={`${cellClass} pe-4 text-start`}>
                <Trans>Year</Trans>
              </th>
              <th scope="col" className={`${cellClass} text-end`}>{t`Entries`}</th>
            </tr>
          </thead>
          <tbody>
            {years.map(({ year, count }) => (
              <tr key={year}>
                <th scope="row" className={`${cellClass} pe-4 text-start`}>
                  {formatPlainNumber(year)}
                </th>
                <td className={`${cellClass} text-end`}>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Height of a chart row and of a table row, in pixels. */
const rowHeight = 36;
/** Start of the bars and end of the longest one, in percent of the width. The rest is for the labels. */
const [barStart, barEnd] = [18, 90];
const barHeight = 0.6 * rowHeight;

const labelClass = 'fill-ink text-small [font-variant-numeric:tabular-nums] forced-colors:fill-[CanvasText]';

/** Draws a bar chart with one bar per year. Screen readers get one image, and the table has the numbers. */
function YearChart({ years }: { years: YearCount[] }) {
  const height = years.length * rowHeight;
  const maxCount = Math.max(...years.map(({ count }) => count));
  const widthOf = (count: number) => ((barEnd - barStart) * count) / maxCount;
  return (
    <svg
      role="img"
      aria-label={t`Bars: entries by year. The table has the same numbers.`}
      width="100%"
      height={height}
      className="overflow-visible"
    >
      {years.map(({ year, count }, row) => {
        const middle = (row + 0.5) * rowHeight;
        const text = { y: middle, dominantBaseline: 'central', className: labelClass } as const;
        return (
          <g key={year}>
            <text {...text}>{formatPlainNumber(year)}</text>
            <rect
              x={`${barStart}%`}
              y={middle - barHeight / 2}
              width={`${widthOf(count)}%`}
              height={barHeight}
              rx={4}
              className="fill-red forced-colors:fill-[CanvasText]"
            />
            <text {...text} x={`${barStart + widthOf(count)}%`} dx={10}>
              {formatNumber(count)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
