import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, LinkButton } from './button.tsx';
import { errorText } from './error-text.ts';
import { focusOnMount } from './focus-on-mount.ts';
import type { FailedQuery } from './load-error.tsx';

type Props = { title: string; action: ReactNode; children: ReactNode };

/** Shows the result of an emailed link, and the next step. */
export const LinkOutcome = ({ title, action, children }: Props) => (
  <>
    <h1 ref={focusOnMount} tabIndex={-1} className="wrap-anywhere">
      {title}
    </h1>
    <p className="mt-4 mb-6">{children}</p>
    {action}
  </>
);

export const AppointmentsLink = () => (
  <LinkButton to="/dashboard/appointments">
    <Trans>See your appointments</Trans>
  </LinkButton>
);

export const RequestLink = () => (
  <LinkButton to="/#request-appointment" variant="outlined">
    <Trans>Request Appointment</Trans>
  </LinkButton>
);

/** Shown if the content of an emailed link could not be loaded. */
export const LinkLoadError = ({ query }: { query: FailedQuery }) => (
  <div role="alert" className="grid justify-items-start gap-4">
    <p>{errorText(query.error)}</p>
    <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
      <Trans>Try again</Trans>
    </Button>
  </div>
);
