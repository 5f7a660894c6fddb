import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { addMonths, type Month } from '#contract/months.ts';
import { type Figures, figureNames } from '#contract/staff-figures.ts';
import { formatMonth } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { figureLabels } from './texts.ts';

type Props = { heading: string; month: Month; totals: Figures; previousTotals: Figures };

/** Shows the figures of the month as big numbers, and a comparison with the month before. */
export function Totals({ heading, month, totals, previousTotals }: Props) {
  const before = formatMonth(addMonths(month, -1));
  const booked = bookedText(totals.booked, previousTotals.booked);
  const gave = gaveText(totals.gave, previousTotals.gave);
  return (
    <section aria-labelledby="figures-totals" className="bb-card grid grid-cols-1 gap-5 p-6">
      <h2 id="figures-totals" className="text-heading wrap-anywhere">
        {heading}
      </h2>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4">
        {figureNames.map((figure) => (
          <div key={figure} className="flex flex-col-reverse justify-end">
            <dt className="text-ink-soft text-small">{figureLabels[figure]}</dt>
            <dd className="font-heading text-title leading-tight [font-variant-numeric:tabular-nums]">
              {formatNumber(totals[figure])}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <Trans>
          Compared with {before}: {booked}, {gave}.
        </Trans>
      </p>
      <p className="bb-hint">
        <Trans>
          Booked are all appointments that were not canceled. Canceled late means on the day of the
          appointment or the day before. Over capacity are donors who came without an appointment when no
          place was left; they are among those booked.
        </Trans>
      </p>
    </section>
  );
}

function bookedText(now: number, before: number): string {
  const count = formatNumber(Math.abs(now - before));
  if (now === before) return now === 0 ? t`none booked in both months` : t`as many booked`;
  return now > before ? t`${count} more booked` : t`${count} fewer booked`;
}

function gaveText(now: number, before: number): string {
  const count = formatNumber(Math.abs(now - before));
  if (now === before) return now === 0 ? t`nobody gave blood` : t`as many gave blood`;
  return now > before ? t`${count} more gave blood` : t`${count} fewer gave blood`;
}
