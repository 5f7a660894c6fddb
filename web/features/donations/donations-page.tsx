import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { siteToday } from '#web/api/site-today.ts';
import { pageMeta } from '#web/components/page-meta.ts';
import { WithAppointments } from '#web/features/appointments/with-appointments.tsx';
import { formatDay } from '#web/i18n/days.ts';
import './donations.css';
import type { Day } from '#contract/days.ts';
import { findDeferral } from '#contract/donations.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { PrintHeading } from '#web/components/print.tsx';
import { NextDonationDay } from '#web/features/eligibility/next-donation.tsx';
import { DonationTree } from './donation-tree.tsx';
import { Milestone } from './milestone.tsx';
import { countDonations, findLastDonation, splitHistory } from './past.ts';
import { Records } from './records.tsx';
import { ShareSection } from './share-section.tsx';

export const meta = () => pageMeta({ title: t`My donations` });

export default function DonationsPage() {
  return (
    <section className="bb-donations grid grid-cols-1 gap-6 [&_h2]:text-heading [&_h3]:text-large">
      <PrintHeading />
      <h1 tabIndex={-1}>
        <Trans>My donations</Trans>
      </h1>
      <WithAppointments>
        {(list) => {
          const day = siteToday();
          const { past, next } = splitHistory(day, list);
          if (past.length === 0) return <NoDonations nextDay={next} />;
          return (
            <>
              <PrintedOn day={day} />
              <Milestone {...countDonations(past)} />
              <NextDonationDay
                last={findLastDonation(past)}
                deferredUntil={findDeferral(past, day)}
                appointment={next}
              />
              <ShareSection count={countDonations(past).count} />
              <Records appointments={past} />
            </>
          );
        }}
      </WithAppointments>
    </section>
  );
}

/** Shows the donor's name, the email address and today's date, only in print. */
function PrintedOn({ day }: { day: Day }) {
  const { user } = useSession();
  const account = [user?.displayName, user?.email].filter(Boolean).join(', ');
  const date = formatDay(day);
  return (
    <p className="hidden break-words print:block">
      <Trans>
        Account: {account}. As of {date}.
      </Trans>
    </p>
  );
}

/** @param nextDay the day of the next appointment, which will be the first one listed here */
function NoDonations({ nextDay }: { nextDay: Day | undefined }) {
  const date = nextDay && formatDay(nextDay);
  return (
    <div className="bb-card grid overflow-hidden sm:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      {/* The height is reduced on a phone, to leave room for the first step below it. */}
      <DonationTree count={0} className="aspect-2/1 w-full sm:aspect-[12/11] sm:h-full" />
      <div className="grid content-center justify-items-start gap-4 p-6">
        {date ? (
          <>
            <p className="bb-lead">
              <Trans>Your first appointment is on {date}. It appears here the day after.</Trans>
            </p>
            <LinkButton to="/dashboard/appointments">
              <Trans>Your appointments</Trans>
            </LinkButton>
          </>
        ) : (
          <>
            <p className="bb-lead">
              <Trans>Your story starts with one appointment. It appears here the day after.</Trans>
            </p>
            <LinkButton to="/#request-appointment">
              <Trans>Request Appointment</Trans>
            </LinkButton>
          </>
        )}
      </div>
    </div>
  );
}
