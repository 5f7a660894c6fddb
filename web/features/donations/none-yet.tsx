import { Trans } from '@lingui/react/macro';
import type { Day } from '#contract/days.ts';
import { dayText } from '#web/language/days.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** `next`: the day of the appointment that will be the first here. */
export function NoneYet({ next }: { next: Day | undefined }) {
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
