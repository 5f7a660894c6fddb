import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { downloadDonationsPaper, downloadDonationsTable } from '#contract/donations.ts';
import { send } from '#web/api/client.ts';
import { readRefusal } from '#web/api/errors.ts';
import { language } from '#web/language/language.ts';
import { saveFile } from '#web/ui/save-file.ts';
import { toast } from '#web/ui/toast.ts';
import { today } from './past.ts';

const files = { pdf: downloadDonationsPaper, csv: downloadDonationsTable };
export type Kind = keyof typeof files;

/** Asks the server for a file and puts it among the downloads. One at a time. */
export function useDownload() {
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
