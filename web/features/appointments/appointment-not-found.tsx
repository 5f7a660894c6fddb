import { Trans } from '@lingui/react/macro';
import type { RefCallback } from 'react';
import { LinkButton } from '#web/ui/button.tsx';

/** In place of an appointment that the member has not, or no longer; `focus` may take the focus to it. */
export function AppointmentNotFound({ focus }: { focus?: RefCallback<HTMLElement> | undefined }) {
  return (
    <div className="bb-card grid justify-items-start gap-4 p-6">
      <p ref={focus} tabIndex={-1} className="bb-lead">
        <Trans>Appointment not found. It may have been cancelled.</Trans>
      </p>
      <LinkButton to="/dashboard/appointments">
        <Trans>Your appointments</Trans>
      </LinkButton>
    </div>
  );
}
