import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';

type Props = { appointment: Appointment; onLeave: () => void };

/** Names the appointment that keeps the requested day, and says what to do if it does not take place. */
export function DayTaken({ appointment, onLeave }: Props) {
  return (
    <p className="bb-hint mt-2 wrap-anywhere">
      {textOf(appointment)}{' '}
      <Link to={`/dashboard/appointments#${appointment._id}`} onClick={onLeave} className="bb-text-link">
        <Trans>See this appointment</Trans>
      </Link>
    </p>
  );
}

function textOf({ centerName, center: typed, isClosed, status }: Appointment): string {
  const center = centerName ?? typed;
  if (status === 'cancelled')
    return t`The center has canceled your appointment at ${center}. It keeps this day, because it was paid.`;
  if (isClosed)
    return t`It is at ${center}, which is closed then. Choose another day for it or cancel it, and this day is free again.`;
  return t`It is at ${center}. To go elsewhere on this day, cancel it or choose another day for it.`;
}
