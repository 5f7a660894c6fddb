import { t } from '@lingui/core/macro';
import type { Displacement } from '#contract/center-administration.ts';
import type { Day } from '#contract/days.ts';
import { formatDayAndWeekday, formatTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { NoEmailServer } from '../staff/no-email-server.tsx';
import { useStaff } from '../staff/staff-layout.tsx';

type Displaced = Displacement & { center?: string };

const explanations: Record<Displacement['reason'], string> = {
  closed: t`Their day or time is gone. We ask them by email to choose another one. Closings shows who needs a call.`,
  full: t`There are more donors than places. They keep their appointment, and nobody is told.`,
  'no-clinic': t`They booked a day without a clinic. They keep their appointment, and nobody is told. To ask them to choose another day, close that day under Closings.`,
};
const closedWithoutEmail = t`Their day or time is gone. After the change, Closings shows their phone numbers.`;
const reasons = Object.keys(explanations) as Displacement['reason'][];

/** Lists the appointments that a change leaves without a slot, grouped by reason. */
export function DisplacedList({ displaced }: { displaced: readonly Displaced[] }) {
  const { sendsEmail = true } = useStaff();
  return reasons.map((reason) => {
    const ofReason = displaced.filter((appointment) => appointment.reason === reason);
    if (ofReason.length === 0) return null;
    return (
      <div key={reason} className="grid gap-2">
        {reason === 'closed' && <NoEmailServer />}
        <p>{reason === 'closed' && !sendsEmail ? closedWithoutEmail : explanations[reason]}</p>
        <ul className="grid gap-2">
          {ofReason.map((appointment) => (
            <li key={appointment._id} className="grid gap-x-3 wrap-anywhere sm:flex sm:flex-wrap">
              <strong>{appointment.name}</strong>
              <span className="bb-hint">{describe(appointment)}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function describe({ center, date, time, phoneEnd, bloodGroup }: Displaced): string {
  const phone = toLocalDigits(phoneEnd);
  return [
    ...(center ? [center] : []),
    formatDayAndWeekday(date as Day),
    ...(time ? [formatTime(time)] : []),
    bloodGroup,
    t`phone ends in ${phone}`,
  ].join(', ');
}
