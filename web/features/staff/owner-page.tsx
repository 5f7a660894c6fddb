import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Props = { heading: string; lead: string; children: ReactNode };

/** A page that the settings lead to. */
export const OwnerPage = ({ heading, lead, children }: Props) => (
  <div className="grid max-w-4xl grid-cols-1 gap-6">
    <p>
      <Link to="/staff/settings" className="bb-row-link">
        <Trans>Back to the settings</Trans>
      </Link>
    </p>
    <h1 tabIndex={-1}>{heading}</h1>
    <p className="bb-lead">{lead}</p>
    {children}
  </div>
);
