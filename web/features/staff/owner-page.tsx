import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ChangeOutcome } from './change-outcome.tsx';

type Props = {
  heading: string;
  lead: string;
  /** Outcome of the last change. */
  failure?: string | undefined;
  done?: string | undefined;
  children: ReactNode;
};

/** A page that the settings lead to. */
export const OwnerPage = ({ heading, lead, failure, done, children }: Props) => (
  <div className="grid max-w-4xl grid-cols-1 gap-6">
    <p>
      <Link to="/staff/settings" className="bb-row-link">
        <Trans>Back to the settings</Trans>
      </Link>
    </p>
    <h1 tabIndex={-1}>{heading}</h1>
    <p className="bb-lead">{lead}</p>
    <ChangeOutcome failure={failure} done={done} />
    {children}
  </div>
);
