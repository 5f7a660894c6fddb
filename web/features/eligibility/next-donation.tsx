import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Day } from '#contract/days.ts';
import { siteToday } from '#web/api/site-today.ts';
import { LinkButton } from '#web/components/button.tsx';
import { DayLeaf } from '#web/components/day-leaf.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { EligibilityLink } from './eligibility-link.tsx';
import { nextDonationDay, weeksBetweenDonations } from './next-donation-day.ts';

type Props = {
  /**
   * The last donation. One that is neither confirmed by the center nor imported is only an appointment in the
   * past.
   */
  last: { day: Day; isConfirmed: boolean; isImported?: true } | undefined;
  /** The day until which a center asked the donor to wait. */
  deferredUntil: Day | undefined;
  /** The day of the next appointment. */
  appointment: Day | undefined;
};

/** Shows the day from which a donor may probably give blood again. The center decides. */
export function NextDonationDay({ last, deferredUntil, appointment }: Props) {
  const today = siteToday();
  const replaced = last ? nextDonationDay(last.day) : today;
  const isDeferred = deferredUntil !== undefined && deferredUntil >= replaced;
  const day = isDeferred ? deferredUntil : replaced;
  const date = formatDay(day);
  const isLater = day > today;
  return (
    <section
      aria-labelledby="next-donation-day"
      className="bb-card grid gap-4 p-6 print:break-inside-avoid print:space-y-3"
    >
      <h2 id="next-donation-day">
        <Trans>When you can give again</Trans>
      </h2>
      <div className="flex items-center gap-5">
        {isLater && <DayLeaf day={day} size="small" />}
        <p className="font-heading text-large font-semibold">
          {isLater ? t`Probably from ${date}` : t`You can probably give blood now`}
        </p>
      </div>
      {isDeferred ? (
        <p>{t`The donation center asked you to wait until ${date}.`}</p>
      ) : (
        last && <Explanation {...last} />
      )}
      <NextStep day={day} appointment={appointment} />
      <div className="print:hidden">
        <EligibilityLink />
      </div>
    </section>
  );
}

function Explanation({ day, isConfirmed, isImported }: NonNullable<Props['last']>) {
  const lastDate = formatDay(day);
  const weeks = formatNumber(weeksBetweenDonations());
  if (isImported)
    return (
      <p>{t`You gave blood on ${lastDate}, as the community's own list says. Your body needs about ${weeks} weeks to replace a donation. The center decides.`}</p>
    );
  return (
    <p>
      {isConfirmed
        ? t`You gave blood on ${lastDate}, as the center confirmed. Your body needs about ${weeks} weeks to replace a donation. The center decides.`
        : t`If you gave blood on ${lastDate}: your body needs about ${weeks} weeks to replace a donation. The center decides.`}
    </p>
  );
}

function NextStep({ day, appointment }: { day: Day; appointment: Day | undefined }) {
  const date = appointment && formatDay(appointment);
  if (!date)
    return (
      <LinkButton to="/#request-appointment" variant="outlined" className="justify-self-start print:hidden">
        <Trans>Request Appointment</Trans>
      </LinkButton>
    );
  return (
    <p>
      {appointment < day
        ? t`Your next appointment, on ${date}, is earlier. Ask the center before you go.`
        : t`Your next appointment is on ${date}.`}
    </p>
  );
}
