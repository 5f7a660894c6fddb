import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';

/** Renders a link to the eligibility questions. It calls `onLeave` before it navigates. */
export function EligibilityLink({ onLeave }: { onLeave?: () => void }) {
  return (
    <p>
      <Trans>
        <Link to="/can-i-donate" onClick={onLeave} className="bb-text-link">
          Not sure whether you can give blood now?
        </Link>{' '}
        Two minutes, nothing is sent.
      </Trans>
    </p>
  );
}
