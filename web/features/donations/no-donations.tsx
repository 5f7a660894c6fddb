import { Trans } from '@lingui/react/macro';
import type { Day } from '#contract/days.ts';
import { LinkButton } from '#web/components/button.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { DonationTree } from './donation-tree.tsx';

/** @param nextDay the day of the next appointment, which will be the first one listed here */
export function NoDonations({ nextDay }: { nextDay: Day | undefined }) {
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
