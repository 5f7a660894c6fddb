import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { downloadDonationsPaper, downloadDonationsTable } from '#contract/donations.ts';
import { send } from '#web/api/client.ts';
import { readRefusal } from '#web/api/errors.ts';
import { language } from '#web/language/language.ts';
import { Button } from '#web/ui/button.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { toast } from '#web/ui/toast.ts';
import { today } from './past.ts';

/** What stands on the page, as files. */
export function Downloads() {
  const { busy, failure, download } = useDownload();
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button look="quiet" busy={busy === 'pdf'} onClick={() => void download('pdf')}>
        <Trans>Download as PDF</Trans>
      </Button>
      <Button look="quiet" busy={busy === 'csv'} onClick={() => void download('csv')}>
        <Trans>Download as CSV</Trans>
      </Button>
      <p role="alert" className="bb-error basis-full empty:hidden">
        {failure}
      </p>
    </div>
  );
}

const files = { pdf: downloadDonationsPaper, csv: downloadDonationsTable };
type Kind = keyof typeof files;

/** Asks the server for a file and puts it among the downloads. One at a time. */
function useDownload() {
  const [busy, setBusy] = useState<Kind>();
  const [failure, setFailure] = useState<string>();

  async function download(kind: Kind): Promise<void> {
    if (busy) return;
    setBusy(kind);
    setFailure(undefined);
    try {
      saveFile(...(await fetchFile(kind)));
      toast.success(t`The file is in your downloads`);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t`This did not work. Please try again.`);
    } finally {
      setBusy(undefined);
    }
  }
  return { busy, failure, download };
}

async function fetchFile(kind: Kind): Promise<[name: string, content: Blob, type: string]> {
  const day = today();
  const headers = { 'Accept-Language': language };
  const answer = await send(`/api${files[kind].path}?today=${day}`, { headers });
  if (!answer.ok) throw await readRefusal(answer);
  const content = await answer.blob();
  return [`blood-buddies-donations-${day}.${kind}`, content, content.type];
}
