import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { downloadDonationsCsv } from '#contract/donations.ts';
import { siteToday } from '#web/api/site-today.ts';
import { ExpandButton } from '#web/components/expand-button.tsx';
import { PrintAndDownload } from './print-and-download.tsx';
import { Timeline } from './timeline.tsx';
import { Years } from './years.tsx';

/**
 * Lists the past appointments by year and by date. They are collapsed on the screen, but a printed page shows
 * all of them. Buttons print the page or save a file.
 */
export function Records({ appointments }: { appointments: readonly Appointment[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const today = siteToday();
  return (
    <section aria-labelledby="donations-records" className="grid grid-cols-1 gap-5">
      <h2 id="donations-records">
        <Trans>Your past appointments</Trans>
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
        <Years days={appointments.map(({ date }) => date)} />
        <Timeline appointments={appointments} />
      </div>
    </section>
  );
}
