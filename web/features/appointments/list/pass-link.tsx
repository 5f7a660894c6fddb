import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { hasFeature } from '#web/api/config.ts';

type Props = {
  id: string;
  /** The id of the element that distinguishes this link from those of other rows. */
  describedBy?: string;
};

/** Renders a link to the donation pass of an appointment, or nothing when the offline feature is disabled. */
export function PassLink({ id, describedBy }: Props) {
  if (!hasFeature('offline')) return null;
  return (
    <Link to={`/dashboard/pass/${id}`} className="bb-row-link" aria-describedby={describedBy}>
      <Trans>Donation pass</Trans>
    </Link>
  );
}
