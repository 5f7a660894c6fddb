import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { downloadDonationsPaper, downloadDonationsTable } from '#contract/donations.ts';
import { send } from '#web/api/client.ts';
import { readRefusal } from '#web/api/errors.ts';
import { language } from '#web/language/language.ts';
import { useAttempt } from '#web/ui/attempt.tsx';
import { Button } from '#web/ui/button.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { toast } from '#web/ui/toast.ts';
import { today } from './past.ts';

/** What stands on the page, as files. */
export function Downloads() {
  const { failure, busy, attempt } = useAttempt();
  const [kind, setKind] = useState<Kind>();

  /** One at a time. */
  const download = (wanted: Kind) => () => {
    if (busy) return;
    setKind(wanted);
    void attempt(async () => {
      saveFile(...(await fetchFile(wanted)));
      toast.success(t`The file is in your downloads`);
    });
  };
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button look="quiet" busy={busy && kind === 'pdf'} onClick={download('pdf')}>
        <Trans>Download as PDF</Trans>
      </Button>
      <Button look="quiet" busy={busy && kind === 'csv'} onClick={download('csv')}>
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

async function fetchFile(kind: Kind): Promise<[name: string, content: Blob, type: string]> {
  const day = today();
  const headers = { 'Accept-Language': language };
  const answer = await send(`/api${files[kind].path}?today=${day}`, { headers });
  if (!answer.ok) throw await readRefusal(answer);
  const content = await answer.blob();
  return [`blood-buddies-donations-${day}.${kind}`, content, content.type];
}
