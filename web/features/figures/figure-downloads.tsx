import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Month } from '#contract/months.ts';
import { downloadFiguresCsv, downloadFiguresPdf } from '#contract/staff-figures.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { Button } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { toast } from '#web/components/toast.ts';

const files = { pdf: downloadFiguresPdf, csv: downloadFiguresCsv };
type Kind = keyof typeof files;

/** Buttons for the figures that the page shows, as files. */
export function FigureDownloads({ month, centerId }: { month: Month; centerId: string }) {
  const { failure, isBusy, attempt } = useFormAction();
  const [kind, setKind] = useState<Kind>();
  const download = (nextKind: Kind) => {
    if (isBusy) return;
    setKind(nextKind);
    void attempt(async () => {
      const query = new URLSearchParams({ month, ...(centerId && { centerId }) });
      const content = await fetchFile(`${files[nextKind].path}?${query}`);
      await saveFile(`blood-buddies-figures-${month}.${nextKind}`, content, content.type);
      toast.success(t`The file is in your downloads`);
    });
  };
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outlined" isBusy={isBusy && kind === 'pdf'} onClick={() => download('pdf')}>
        <Trans>Download as PDF</Trans>
      </Button>
      <Button variant="outlined" isBusy={isBusy && kind === 'csv'} onClick={() => download('csv')}>
        <Trans>Download as CSV</Trans>
      </Button>
      <FormError text={failure} />
    </div>
  );
}
