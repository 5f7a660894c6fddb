import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import type { Day } from '#contract/days.ts';
import { countByYear } from '#contract/donations.ts';
import { plainNumberText } from '#web/language/digits.ts';
import { numberText } from '#web/language/numbers.ts';
import { rowHeight, YearChart } from './year-chart.tsx';

/** How many in each year, drawn and as a table. */
export function Years({ days }: { days: readonly Day[] }) {
  const years = countByYear(days);
  const total = days.length;
  return (
    <section aria-labelledby="donations-by-year" className="bb-card bb-donations-years">
      <h2 id="donations-by-year">
        <Trans>By year</Trans>
      </h2>
      <p>{plural(total, { one: '# past appointment in all', other: '# past appointments in all' })}</p>
      <div className="bb-donations-figures" style={{ '--row': `${rowHeight}px` } as CSSProperties}>
        <div className="bb-donations-bars" style={{ minHeight: years.length * rowHeight }}>
          <YearChart years={years} />
        </div>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Year</Trans>
              </th>
              <th scope="col">{t`Appointments`}</th>
            </tr>
          </thead>
          <tbody>
            {years.map(({ year, count }) => (
              <tr key={year}>
                <th scope="row">{plainNumberText(year)}</th>
                <td>{numberText(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
