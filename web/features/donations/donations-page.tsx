import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { WithAppointments } from '#web/features/appointments/with-appointments.tsx';
import { pageMeta } from '#web/site/page-meta.ts';
import './donations.css';
import { Downloads } from './downloads.tsx';
import { NoneYet } from './none-yet.tsx';
import { splitAt, today } from './past.ts';
import { Timeline } from './timeline.tsx';
import { Years } from './years.tsx';

export const meta = () => pageMeta({ title: t`My donations` });

export default function DonationsPage() {
  return (
    <section className="bb-donations grid max-w-4xl grid-cols-1 gap-8 [&_h2]:text-heading [&_h3]:text-large">
      <h1 tabIndex={-1}>
        <Trans>My donations</Trans>
      </h1>
      <WithAppointments>
        {(list) => {
          const { past, next } = splitAt(today(), list);
          if (past.length === 0) return <NoneYet next={next} />;
          return (
            <>
              <p className="bb-lead">
                <Trans>
                  Thank you for being here. These are your past appointments; whether blood was given on the
                  day, the donation center knows.
                </Trans>
              </p>
              <Downloads />
              <Years days={past.map(({ day }) => day)} />
              <Timeline past={past} />
            </>
          );
        }}
      </WithAppointments>
    </section>
  );
}
