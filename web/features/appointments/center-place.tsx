import { Link } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';

/** The donation center of an appointment. A center of the site has an address, and a page with its free days. */
export const CenterPlace = ({ center, centerId, centerAddress }: Appointment) => (
  <>
    <p className="wrap-anywhere">
      {centerAddress ? (
        <Link to={`/centers/${centerId}`} className="underline underline-offset-4 hover:text-red-ink">
          {center}
        </Link>
      ) : (
        center
      )}
    </p>
    {centerAddress && <p className="bb-hint wrap-anywhere">{centerAddress}</p>}
  </>
);
