import { Trans } from '@lingui/react/macro';
import { type Figures, figureNames } from '#contract/staff-figures.ts';
import { ScrollFrame } from '#web/components/scroll-frame.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { figureLabels } from './texts.ts';

type Props = {
  /** Heading of the first column. */
  label: string;
  caption: string;
  rows: readonly { key: string; name: string; figures: Figures }[];
};

const cellClass = 'border-line border-b px-2 py-2 text-end [font-variant-numeric:tabular-nums]';
/** Names stay in view while the table scrolls sideways. */
const nameClass =
  'sticky left-0 bg-surface border-line border-b py-2 pr-3 text-start font-semibold min-w-32 max-w-40 sm:min-w-40 sm:max-w-72 wrap-anywhere';

/** Shows a row of numbers for each name. */
export function FigureTable({ label, caption, rows }: Props) {
  return (
    <div className="grid grid-cols-1 gap-2 print:block">
      {/* A phone cuts a number at the edge, which then reads as another number. */}
      <p className="bb-hint sm:hidden print:hidden">
        <Trans>Scroll sideways to see all columns.</Trans>
      </p>
      <ScrollFrame label={caption} className="max-w-full">
        <table className="w-full border-separate [border-spacing:0]">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="text-ink-soft text-small">
              <th scope="col" className={`${nameClass} align-bottom`}>
                {label}
              </th>
              {figureNames.map((figure) => (
                <th key={figure} scope="col" className={`${cellClass} align-bottom`}>
                  {figureLabels[figure]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, figures }) => (
              <tr key={key}>
                <th scope="row" className={nameClass}>
                  {name}
                </th>
                {figureNames.map((figure) => (
                  <td key={figure} className={cellClass}>
                    {formatNumber(figures[figure])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
    </div>
  );
}
