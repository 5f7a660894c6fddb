import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { usePart } from '#web/api/use-part.ts';

/** The way to the questions, where they are offered; `leave`: called before the page is left by it. */
export function EligibilityLink({ leave }: { leave?: () => void }) {
  if (!usePart('eligibility')) return null;
  return (
    <Link to="/can-i-donate" onClick={leave} className="bb-text-link">
      <Trans>Not sure whether you can give blood now? Two minutes, nothing is sent.</Trans>
    </Link>
  );
}
