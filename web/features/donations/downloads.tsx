import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { downloadDonationsCsv, downloadDonationsPdf } from '#contract/donations.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { Button } from '#web/components/button.tsx';
import { useFormAction } from '#web/components/form-error.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { toast } from '#web/components/toast.ts';
import { siteToday } from '#web/i18n/days.ts';

/** Buttons for the past appointments as files. */
export function Downloads() {
  const { failure, isBusy, attempt } = useFormAction();
  const [kind, setKind] = useState<Kind>();

  const download = (nextKind: Kind) => () => {
    if (isBusy) return;
    setKind(nextKind);
    void attempt(async () => {
      const day = siteToday();
      const content = await fetchFile(`${files[nextKind].path}?today=${day}`);
      await saveFile(`blood-buddies-donations-${day}.${nextKind}`, content, content.type);
      toast.success(t`The file is in your downloads`);
    });
  };
  return (
    <>
      <Button variant="outlined" isBusy={isBusy && kind === 'pdf'} onClick={download('pdf')}>
        <Trans>Download as PDF</Trans>
      </Button>
      <Button variant="outlined" isBusy={isBusy && kind === 'csv'} onClick={download('csv')}>
        <Trans>Download as CSV</Trans>
      </Button>
      <p role="alert" className="bb-error basis-full empty:hidden">
        {failure}
      </p>
    </>
  );
}

const files = { pdf: downloadDonationsPdf, csv: downloadDonationsCsv };
type Kind = keyof typeof files;
