import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatNumber } from '#web/i18n/numbers.ts';
import { DonationTree } from './donation-tree.tsx';

type Props = {
  /** The number of imported donations, and of past appointments at which blood may have been given. */
  count: number;
  /** The number of these appointments at which the center recorded a donation. */
  confirmedCount: number;
  /** The number of imported donations. */
  importedCount: number;
};

/** Shows the number of donations or past appointments, its meaning, and the tree that grows with it. */
export function Milestone(props: Props) {
  const { count } = props;
  return (
    <div className="bb-card grid overflow-hidden sm:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] print:break-inside-avoid">
      <DonationTree count={count} className="aspect-[12/11] w-full sm:h-full" />
      <div className="grid content-center gap-4 p-6">
        <p>
          <span className="block font-heading text-[clamp(4rem,3rem+5vw,6rem)] font-semibold text-red-ink leading-none [font-variant-numeric:lining-nums]">
            {formatNumber(count)}
          </span>{' '}
          <span className="text-heading font-heading font-semibold">{countText(props)}</span>
        </p>
        <p className="bb-lead">
          <Trans>
            Each blood donation can be separated into red cells, plasma and platelets, for up to three people.
          </Trans>
        </p>
        <p className="bb-hint">{treeText(props)}</p>
      </div>
    </div>
  );
}

function countText({ count, confirmedCount, importedCount }: Props): string {
  if (confirmedCount + importedCount === count) return plural(count, { one: 'donation', other: 'donations' });
  return importedCount === 0
    ? plural(count, { one: 'past appointment', other: 'past appointments' })
    : plural(count, { one: 'donation or past appointment', other: 'donations and past appointments' });
}

function treeText({ count, confirmedCount, importedCount }: Props): string {
  if (importedCount > 0)
    return confirmedCount + importedCount === count
      ? t`Your tree has a drop for each recorded donation.`
      : t`Your tree has a drop for each recorded donation and each past appointment.`;
  if (count === confirmedCount) return t`Your tree has a drop for each donation that the center confirmed.`;
  if (confirmedCount === 0)
    return t`Your tree has a drop for each past appointment. Only the donation center can confirm a donation.`;
  const number = formatNumber(confirmedCount);
  return t`Your tree has a drop for each past appointment. The center confirmed ${number} of them.`;
}
