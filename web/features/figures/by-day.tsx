import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Day } from '#contract/days.ts';
import { figureNames, type MonthlyFigures } from '#contract/staff-figures.ts';
import { ExpandButton } from '#web/components/expand-button.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { formatPlainNumber } from '#web/i18n/digits.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { FigureTable } from './figure-table.tsx';

type Days = MonthlyFigures['days'];

/** Shows a bar for each day, and the same numbers in a table that is collapsed except on paper. */
export function ByDay({ days }: { days: Days }) {
  const [isOpen, setIsOpen] = useState(false);
  const rows = days
    .filter((day) => figureNames.some((figure) => day[figure] > 0))
    .map((figures) => ({ key: figures.day, name: formatDay(figures.day as Day), figures }));
  return (
    <section
      aria-labelledby="figures-by-day"
      className="bb-card grid grid-cols-1 gap-4 p-6 print:block print:space-y-4"
    >
      <h2 id="figures-by-day" className="text-heading">
        <Trans>By day</Trans>
      </h2>
      <DayChart days={days} />
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-small" aria-hidden="true">
        <Legend swatch="border border-control bg-soft" text={t`Booked`} />
        <Legend swatch="border-8 border-red" text={t`Gave blood`} />
      </p>
      <ExpandButton
        text={t`Show the days as a table`}
        controls="figures-day-table"
        open={isOpen}
        onChange={setIsOpen}
        className="justify-self-start"
      />
      <div id="figures-day-table" className={isOpen ? undefined : 'hidden print:block'}>
        <FigureTable label={t`Day`} caption={t`Figures by day`} rows={rows} />
      </div>
    </section>
  );
}

const Legend = ({ swatch, text }: { swatch: string; text: string }) => (
  <span className="inline-flex items-center gap-2">
    <span className={`size-4 rounded-sm ${swatch}`} />
    {text}
  </span>
);

/** Heights in pixels: of the bars, and of the labels below them and above the highest one. */
const [barsHeight, labelHeight] = [150, 22];
const base = barsHeight + labelHeight;
const labelClass = 'fill-ink-soft text-[0.8125rem] forced-colors:fill-[CanvasText]';

/** Draws the bars. Screen readers get one image, because the table has the numbers. */
function DayChart({ days }: { days: Days }) {
  const highest = Math.max(1, ...days.map(({ booked }) => booked));
  const width = 100 / days.length;
  const bar = (index: number, count: number) => {
    const height = (barsHeight * count) / highest;
    return { x: `${(index + 0.14) * width}%`, width: `${0.72 * width}%`, y: base - height, height, rx: 2 };
  };
  return (
    <svg
      role="img"
      aria-label={t`Bars: appointments booked, and donors who gave blood, by day. The table has the same numbers.`}
      width="100%"
      height={base + labelHeight}
      className="overflow-visible"
    >
      <text x="0" y={labelHeight - 8} className={labelClass}>
        {t`Highest: ${formatNumber(highest)}`}
      </text>
      {days.map(({ day, booked, gave }, index) => (
        <g key={day}>
          <rect
            {...bar(index, booked)}
            className="fill-soft stroke-control forced-colors:stroke-[CanvasText]"
          />
          <rect {...bar(index, gave)} className="fill-red forced-colors:fill-[Highlight]" />
          {index % 5 === 0 && index < 30 && (
            <text
              x={`${(index + 0.5) * width}%`}
              y={base + labelHeight - 5}
              textAnchor="middle"
              className={labelClass}
            >
              {formatPlainNumber(index + 1)}
            </text>
          )}
        </g>
      ))}
      <line x1="0" x2="100%" y1={base} y2={base} className="stroke-line forced-colors:stroke-[CanvasText]" />
    </svg>
  );
}
