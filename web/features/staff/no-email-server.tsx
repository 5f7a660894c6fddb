import { Trans } from '@lingui/react/macro';
import { useStaff } from './staff-layout.tsx';

/** Warns that this site cannot send emails, before an action that would email donors. */
export const NoEmailServer = () =>
  useStaff().sendsEmail === false ? (
    <p className="rounded-medium bg-warn-soft px-4 py-3 text-warn">
      <Trans>
        This site cannot send emails yet. An owner sets up email in Settings. Until then, call the donors.
      </Trans>
    </p>
  ) : null;
