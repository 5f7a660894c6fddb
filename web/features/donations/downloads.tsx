import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { downloadDonationsCsv, downloadDonationsPdf } from '#contract/donations.ts';
import { send } from '#web/api/client.ts';
import { readErrorResponse } from '#web/api/errors.ts';
import { Button } from '#web/components/button.tsx';
import { useFormAction } from '#web/components/form-error.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { toast } from '#web/components/toast.ts';
import { language } from '#web/i18n/language.ts';
import { today } from './past.ts';

/** Buttons for the past appointments as files. */
export function Downloads() {
  const { failure, isBusy, attempt } = useFormAction();
  const [kind, setKind] = useState<Kind>();

  const download = (nextKind: Kind) => () => {
    if (isBusy) return;
    setKind(nextKind);
    void attempt(async () => {
      saveFile(...(await fetchFile(nextKind)));
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

async function fetchFile(kind: Kind): Promise<[name: string, content: Blob, type: string]> {
  const day = today();
  const headers = { 'Accept-Language': language };
  const response = await send(`/api${files[kind].path}?today=${day}`, { headers });
  if (!response.ok) throw await readErrorResponse(response);
  const content = await response.blob();
  return [`blood-buddies-donations-${day}.${kind}`, content, content.type];
}
