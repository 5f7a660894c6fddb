import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import type { Day } from '#contract/days.ts';
import { countByYear, type YearCount } from '#contract/donations.ts';
import { formatPlainNumber } from '#web/i18n/digits.ts';
import { formatNumber } from '#web/i18n/numbers.ts';

const cell = 'h-(--row) border-line border-b [font-variant-numeric:tabular-nums]';

export function Years({ days }: { days: readonly Day[] }) {
  const years = countByYear(days);
  const total = days.length;
  return (
    <section
      aria-labelledby="donations-by-year"
      className="bb-card grid grid-cols-1 gap-4 p-6 print:break-inside-avoid"
    >
      <h2 id="donations-by-year">
        <Trans>By year</Trans>
      </h2>
      <p>{plural(total, { one: '# past appointment in all', other: '# past appointments in all' })}</p>
      {/* Each row of the table stands beside its bar. */}
      <div
        className="grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,1fr)_auto] md:gap-12"
        style={{ '--row': `${rowHeight}px` } as CSSProperties}
      >
        <div className="md:mt-(--row)" style={{ minHeight: years.length * rowHeight }}>
          <YearChart years={years} />
        </div>
        <table className="border-separate border-spacing-0">
          <thead>
            <tr className="text-ink-soft text-small">
              <th scope="col" className={`${cell} pr-4 text-start`}>
                <Trans>Year</Trans>
              </th>
              <th scope="col" className={`${cell} text-end`}>{t`Appointments`}</th>
            </tr>
          </thead>
          <tbody>
            {years.map(({ year, count }) => (
              <tr key={year}>
                <th scope="row" className={`${cell} pr-4 text-start`}>
                  {formatPlainNumber(year)}
                </th>
                <td className={`${cell} text-end`}>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Of a bar with the space around it, in pixels; the table beside the bars has the same rows. */
const rowHeight = 36;
/** In percent of the width: where bars begin, and where the longest one ends, with room for its number behind it. */
const [from, to] = [18, 90];
const thickness = 0.6 * rowHeight;

const number = 'fill-ink text-small [font-variant-numeric:tabular-nums] forced-colors:fill-[CanvasText]';

/** A bar a year, as wide as there is room. One picture to a screen reader: the table beside it has the numbers. */
function YearChart({ years }: { years: YearCount[] }) {
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
            <text {...text}>{formatPlainNumber(year)}</text>
            <rect
              x={`${from}%`}
              y={middle - thickness / 2}
              width={`${widthOf(count)}%`}
              height={thickness}
              rx={4}
              className="fill-red forced-colors:fill-[CanvasText]"
            />
            <text {...text} x={`${from + widthOf(count)}%`} dx={10}>
              {formatNumber(count)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
