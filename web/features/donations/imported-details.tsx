import { t } from '@lingui/core/macro';
import { removeImportedDonations } from '#contract/imported-donations.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/components/button.tsx';
import { successBadge } from '#web/components/class-names.ts';
import { confirmDialog } from '#web/components/dialogs.ts';
import { useFormAction } from '#web/components/form-error.tsx';
import { formatDay } from '#web/i18n/days.ts';
import type { EarlierDonation } from '#web/queries/imported-donations-query.ts';

type Props = { donation: EarlierDonation; onRemoved: (text: string) => Promise<void> };

/** Says where an imported donation is from, and removes it from the history. */
export function ImportedDetails({ donation, onRemoved }: Props) {
  const { failure, isBusy, attempt } = useFormAction();
  const date = formatDay(donation.date);
  async function remove() {
    const isConfirmed = await confirmDialog({
      title: t`Remove the donation of ${date}?`,
      text: t`It is erased from this site, and cannot be restored.`,
      yes: t`Remove`,
      no: t`Cancel`,
    });
    if (!isConfirmed) return;
    await attempt(async () => {
      await call(removeImportedDonations, { body: { ids: [donation._id] } });
      await onRemoved(t`The donation is erased.`);
    });
  }
  return (
    <>
      <span className={successBadge}>{t`From the community's own list`}</span>
      <Button
        variant="text"
        size="small"
        isBusy={isBusy}
        className="print:hidden"
        aria-label={t`Remove the donation of ${date}`}
        onClick={() => void remove()}
      >{t`Remove`}</Button>
      <span role="alert" className="bb-error empty:hidden">
        {failure}
      </span>
    </>
  );
}
