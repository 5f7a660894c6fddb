import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import type { Day } from '#contract/days.ts';
import { countByYear } from '#contract/donations.ts';
import { plainNumberText } from '#web/language/digits.ts';
import { numberText } from '#web/language/numbers.ts';
import { rowHeight, YearChart } from './year-chart.tsx';

const cell = 'h-(--row) border-line border-b [font-variant-numeric:tabular-nums]';

/** How many in each year, drawn and as a table. */
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
                  {plainNumberText(year)}
                </th>
                <td className={`${cell} text-end`}>{numberText(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
