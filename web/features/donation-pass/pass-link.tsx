import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useFeature } from '#web/api/config.ts';

type Props = {
  id: string;
  /** What tells one row's link from another's. */
  describedBy?: string;
};

/** To the pass for an appointment, where the site has passes. */
export function PassLink({ id, describedBy }: Props) {
  if (!useFeature('offline')) return null;
  return (
    <Link to={`/dashboard/pass/${id}`} className="bb-row-link" aria-describedby={describedBy}>
      <Trans>Donation pass</Trans>
    </Link>
  );
}
