import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { omitRecordedDays } from '#contract/donations.ts';
import { acceptImportedDonations, removeImportedDonations } from '#contract/imported-donations.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { formatDay } from '#web/i18n/days.ts';
import type { EarlierDonation } from '#web/queries/imported-donations-query.ts';
import type { PastEntry } from './past.ts';

type Props = {
  donations: readonly EarlierDonation[];
  history: readonly PastEntry[];
  /** Called after the answer, with a text that says what has happened. */
  onDone: (text: string) => Promise<void>;
};

/** Asks whether donations from the community's own list are the member's. */
export function ImportedOffer({ donations, history, onDone }: Props) {
  const id = useId();
  const { failure, isBusy, attempt } = useFormAction();
  const body = { ids: donations.map(({ _id }) => _id) };
  const added = new Set(omitRecordedDays(donations, history));

  const accept = () =>
    attempt(async () => {
      await call(acceptImportedDonations, { body });
      await onDone(t`The donations are in your history.`);
    });
  async function remove() {
    const isConfirmed = await confirmDialog({
      title: t`Not your donations?`,
      text: t`They are erased from this site.`,
      yes: t`Erase`,
      no: t`Cancel`,
    });
    if (!isConfirmed) return;
    await attempt(async () => {
      await call(removeImportedDonations, { body });
      await onDone(t`The donations are erased.`);
    });
  }
  return (
    <section aria-labelledby={id} className="bb-card grid grid-cols-1 gap-4 p-6 print:hidden">
      <h2 id={id}>
        <Trans>Donations before this site</Trans>
      </h2>
      <p>
        {plural(donations.length, {
          one: "# donation in the community's own list has your email address. Is it yours?",
          other: "# donations in the community's own list have your email address. Are they yours?",
        })}
      </p>
      {/* Long lists scroll, which the keyboard can do because the list takes the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls */}
      <ul aria-labelledby={id} tabIndex={0} className="grid max-h-80 gap-3 overflow-y-auto wrap-anywhere">
        {donations.map((donation) => (
          <li key={donation._id} className="grid gap-1">
            <time dateTime={donation.date} className="font-semibold">
              {formatDay(donation.date)}
            </time>
            <span>{[donation.center, donation.bloodGroup, donation.name].filter(Boolean).join(', ')}</span>
            {!added.has(donation) && (
              <span className="bb-hint">{t`This day is in your history already.`}</span>
            )}
          </li>
        ))}
      </ul>
      <FormError text={failure} />
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} onClick={() => void accept()}>
          <Trans>Add to my history</Trans>
        </Button>
        <Button variant="outlined" isBusy={isBusy} onClick={() => void remove()}>
          <Trans>Not mine</Trans>
        </Button>
      </div>
    </section>
  );
}
