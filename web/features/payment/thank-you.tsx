import { t } from '@lingui/core/macro';
import type { Ref } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { hasFeature } from '#web/api/config.ts';
import { useQuery } from '#web/api/queries.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { DayLeaf } from '#web/components/day-leaf.tsx';
import { AppointmentTime } from '#web/features/appointments/appointment-time.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';

type Props = {
  appointment: Appointment;
  /** Whether the donation is in the future, so that its pass is the next step. */
  isUpcoming: boolean;
  heading: Ref<HTMLHeadingElement> | undefined;
};

/** Thanks the donor above the receipt, or reports the refund, and shows the day and the donation pass. */
export function ThankYou({ appointment, isUpcoming, heading }: Props) {
  const { _id, date, center, bloodGroup, refunded = false, payment } = appointment;
  return (
    <div className="grid gap-5 p-6 md:p-8 print:hidden">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-title">
          {refunded ? t`We refunded your service charge` : t`Thank you`}
        </h2>
        <p className="mt-2 text-lead">
          {refunded ? refundText(payment?.refundedAt) : paidText(isUpcoming, formatDay(date))}
        </p>
      </div>
      <div className="flex items-center gap-4">
        <DayLeaf day={date} />
        <div className="grid min-w-0 gap-1">
          <p className="font-heading font-semibold md:text-heading">
            <AppointmentTime {...appointment} />
          </p>
          <p className="line-clamp-2 wrap-anywhere">{center}</p>
          <p className="w-fit rounded-full border border-line px-2 font-semibold text-small">
            <span className="sr-only">{t`Blood Group`} </span>
            {bloodGroup}
          </p>
        </div>
      </div>
      {isUpcoming && <ShowPass id={_id} />}
    </div>
  );
}

/** Time that banks need at most for a refund. */
const REFUND_MS = 10 * 86_400_000;

/** @param refundedAt ISO text; if absent, the refund counts as recent */
function refundText(refundedAt: string | undefined): string {
  const isRecent = !refundedAt || siteNow() - Date.parse(refundedAt) < REFUND_MS;
  return isRecent
    ? t`It reaches your card in 5 to 10 days.`
    : t`It should be on your card by now. If it is not, ask your bank.`;
}

const paidText = (isUpcoming: boolean, day: string): string =>
  isUpcoming ? t`Your appointment is paid. See you on ${day}.` : t`Your appointment is paid.`;

/**
 * Links to the donation pass. Loads the list that the pass is shown from, so that the pass also opens
 * offline.
 */
function ShowPass({ id }: { id: string }) {
  const { user } = useSession();
  const hasPass = hasFeature('offline');
  useQuery({ ...appointmentsQuery(user), enabled: hasPass });
  if (!hasPass) return null;
  return (
    <div className="grid gap-2">
      <LinkButton to={`/dashboard/pass/${id}`} size="large" className="w-full">
        {t`Show pass`}
      </LinkButton>
      <p className="text-center text-ink-soft text-small">
        {t`Show it at the donation center. It also works offline.`}
      </p>
    </div>
  );
}
