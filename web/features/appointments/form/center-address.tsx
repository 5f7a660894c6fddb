import { Link } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';

/**
 * Shows the donation center of an appointment. A center of the site has an address, and a page with its free
 * days. The name has at most three lines, so that the next step stays in view. The donation pass and the
 * table show all of it.
 */
export const CenterAddress = ({ center, centerId, centerAddress }: Appointment) => (
  <>
    <p className="line-clamp-3 wrap-anywhere" title={center}>
      {centerAddress ? (
        <Link to={`/centers/${centerId}`} className="underline underline-offset-4 hover:text-red-ink">
          {center}
        </Link>
      ) : (
        center
      )}
    </p>
    {centerAddress && <p className="bb-hint line-clamp-2 wrap-anywhere">{centerAddress}</p>}
  </>
);
