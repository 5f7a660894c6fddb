import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';

/** A link to the questions. `leave` is called before the page is left by it. */
export function EligibilityLink({ leave }: { leave?: () => void }) {
  return (
    <p>
      <Trans>
        <Link to="/can-i-donate" onClick={leave} className="bb-text-link">
          Not sure whether you can give blood now?
        </Link>{' '}
        Two minutes, nothing is sent.
      </Trans>
    </p>
  );
}
