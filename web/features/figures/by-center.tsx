import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { MonthlyFigures } from '#contract/staff-figures.ts';
import { FigureTable } from './figure-table.tsx';

type Props = Pick<MonthlyFigures, 'centers' | 'otherCenters'>;

export function FiguresByCenter({ centers, otherCenters }: Props) {
  const rows = centers.map((figures) => ({ key: figures._id, name: figures.name, figures }));
  const others = otherCenters ? [{ key: '', name: t`Other centers`, figures: otherCenters }] : [];
  return (
    <section
      aria-labelledby="figures-by-center"
      className="bb-card grid grid-cols-1 gap-4 p-6 print:block print:space-y-4"
    >
      <h2 id="figures-by-center" className="text-heading">
        <Trans>By center</Trans>
      </h2>
      <FigureTable label={t`Center`} caption={t`Figures by center`} rows={[...rows, ...others]} />
    </section>
  );
}
