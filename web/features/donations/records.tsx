import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ComponentProps, useState } from 'react';
import { downloadDonationsCsv } from '#contract/donations.ts';
import { siteToday } from '#web/api/site-today.ts';
import { ExpandButton } from '#web/components/expand-button.tsx';
import { PrintAndDownload } from './print-and-download.tsx';
import { Timeline } from './timeline.tsx';
import { Years } from './years.tsx';

/**
 * Lists the history by year and by date. They are collapsed on the screen, but a printed page shows
 * all of them. Buttons print the page or save a file.
 */
export function Records({ entries, onRemoved }: ComponentProps<typeof Timeline>) {
  const [isOpen, setIsOpen] = useState(false);
  const today = siteToday();
  return (
    <section aria-labelledby="donations-records" className="grid grid-cols-1 gap-5">
      <h2 id="donations-records">
        <Trans>Your history</Trans>
      </h2>
      <div className="flex flex-wrap gap-3 print:hidden">
        <ExpandButton
          text={t`By year and date`}
          controls="donations-details"
          open={isOpen}
          onChange={setIsOpen}
        />
        <PrintAndDownload
          path={`${downloadDonationsCsv.path}?today=${today}`}
          name={`blood-buddies-donations-${today}.csv`}
        />
      </div>
      <div
        id="donations-details"
        className={`grid-cols-1 gap-8 pt-2 ${isOpen ? 'grid' : 'hidden'} print:block`}
      >
        <Years days={entries.map(({ date }) => date)} />
        <Timeline entries={entries} onRemoved={onRemoved} />
      </div>
    </section>
  );
}
