import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { downIcon, Icon } from '#web/components/icon.tsx';
import { Downloads } from './downloads.tsx';
import { Timeline } from './timeline.tsx';
import { Years } from './years.tsx';

/** The past appointments by year and by date, collapsed, and their downloads. A printed page shows all. */
export function Records({ appointments }: { appointments: readonly Appointment[] }) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="donations-records" className="grid grid-cols-1 gap-5">
      <h2 id="donations-records">
        <Trans>Your past appointments</Trans>
      </h2>
      <div className="flex flex-wrap gap-3 print:hidden">
        <button
          type="button"
          className="bb-button bb-button-outlined"
          aria-expanded={open}
          aria-controls="donations-details"
          onClick={() => setOpen(!open)}
        >
          {t`By year and date`}
          <Icon path={downIcon} size={1.125} className={open ? 'bb-upside-down' : ''} />
        </button>
        <Downloads />
      </div>
      <div
        id="donations-details"
        className={`grid-cols-1 gap-8 pt-2 ${open ? 'grid' : 'hidden'} print:block`}
      >
        <Years days={appointments.map(({ date }) => date)} />
        <Timeline appointments={appointments} />
      </div>
    </section>
  );
}
