import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { WithAppointments } from '#web/features/appointments/with-appointments.tsx';
import { pageMeta } from '#web/site/page-meta.ts';
import './donations.css';
import type { Day } from '#contract/days.ts';
import { dayText } from '#web/language/days.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Downloads } from './downloads.tsx';
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

/** `next`: the day of the appointment that will be the first here. */
function NoneYet({ next }: { next: Day | undefined }) {
  const date = next && dayText(next);
  return (
    <div className="bb-card grid justify-items-start gap-4 p-6">
      {date ? (
        <>
          <p className="bb-lead">
            <Trans>Your first appointment is on {date}. From the day after, it stands here.</Trans>
          </p>
          <LinkButton to="/dashboard/appointments">
            <Trans>Your appointments</Trans>
          </LinkButton>
        </>
      ) : (
        <>
          <p className="bb-lead">
            <Trans>Your story starts with one appointment. The day after it, you find it here.</Trans>
          </p>
          <LinkButton to="/#request-appointment">
            <Trans>Request Appointment</Trans>
          </LinkButton>
        </>
      )}
    </div>
  );
}
