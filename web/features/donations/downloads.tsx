import { Trans } from '@lingui/react/macro';
import { Button } from '#web/ui/button.tsx';
import { useDownload } from './use-download.ts';

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
