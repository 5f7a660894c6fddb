import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useLeftOut, usePart } from '#web/api/use-part.ts';

/** The way to the questions; keeps its place until it is known whether there are any. `leave`: before the page is left by it. */
export function EligibilityLink({ leave }: { leave?: () => void }) {
  const offered = usePart('eligibility');
  if (useLeftOut('eligibility')) return null;
  return (
    <p className={offered ? undefined : 'invisible'}>
      <Trans>
        <Link to="/can-i-donate" onClick={leave} className="bb-text-link">
          Not sure whether you can give blood now?
        </Link>{' '}
        Two minutes, nothing is sent.
      </Trans>
    </p>
  );
}
